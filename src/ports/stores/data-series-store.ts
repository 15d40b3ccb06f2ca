// Data series of users: numbers of their own, each with the instant from which on it was known.

import type { DataPoints } from '#domain/data-series/data-points.ts';

export type DataSeries = {
  readonly name: string;
  readonly createdAtMs: number;
  readonly pointsCount: number;
  /** Null without points. */
  readonly firstAtMs: number | null;
  readonly lastAtMs: number | null;
};

export type NewPoints = {
  readonly userId: string;
  readonly name: string;
  /** By instant, each once; at least one. */
  readonly points: DataPoints;
  readonly recordedAtMs: number;
};

export type DataSeriesBounds = { readonly seriesMax: number; readonly pointsMax: number };

export type AddedPoints =
  | { readonly code: 'added'; readonly addedCount: number }
  /** A point of this instant is there with another value: nothing was stored. */
  | { readonly code: 'differs'; readonly atMs: number; readonly value: number }
  | { readonly code: 'too_many_series' | 'too_many_points' }
  /** The user is being deleted, or never was. */
  | { readonly code: 'no_user' };

export type DataSeriesStore = {
  /** All of them or none; makes the series where there is none of this name. */
  addDataPoints(added: NewPoints, bounds: DataSeriesBounds): Promise<AddedPoints>;
  /** By name. */
  listDataSeries(userId: string): Promise<readonly DataSeries[]>;
  /**
   * Those that were recorded up to an instant, and known by another, at most `limit`, behind
   * `afterMs` where it is given. Null: the user has no such series.
   */
  loadDataPoints(userId: string, name: string, wish: PointsWish): Promise<DataPoints | null>;
  /** With its points. False when the user has no such series. */
  deleteDataSeries(userId: string, name: string): Promise<boolean>;
};

export type PointsWish = {
  readonly recordedUntilMs: number;
  readonly untilMs: number;
  readonly afterMs: number | null;
  readonly limit: number;
};

// Scripts of `examples/scripts/`, which the build puts here (`console/build-examples.ts`).

export type ExampleScript = {
  readonly name: string;
  /** What it does, in its own words. */
  readonly about: string;
  readonly source: string;
};

/** Empty where the sources are served as they are. */
export const EXAMPLE_SCRIPTS: readonly ExampleScript[] = [];

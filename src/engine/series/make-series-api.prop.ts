import { testSeriesProperties } from '#engine/series/series-properties.fixture.ts';

testSeriesProperties(1);

// The properties of series with more cases than every day.

import { testSeriesProperties } from '#engine/series/series-properties.fixture.ts';

testSeriesProperties(4);

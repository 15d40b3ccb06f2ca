// The frame of reports that are files: what the build puts here (`console/build-report-frame.ts`).

/** Empty where the sources are served as they are. */
export const REPORT_FRAME: string = '';

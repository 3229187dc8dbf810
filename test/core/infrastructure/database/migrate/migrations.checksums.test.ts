import { testRecordedChecksums } from '../recorded_checksums.ts';

describe('Recorded checksums of migrations', testRecordedChecksums);

import { cleaningCases } from './cleaning_cases.ts';

describe('The job that deletes attempts, on a server,', cleaningCases);

import { cleaningCases } from './cleaning_cases.ts';

describe('The job that cleans payments, on a server,', cleaningCases);

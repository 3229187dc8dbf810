import { cleaningCases } from './cleaning_cases.ts';

describe('The job that deletes attempts', cleaningCases);

import { archiveCases } from './archive_cases.ts';

describe('The archive of trades, on a server,', archiveCases);

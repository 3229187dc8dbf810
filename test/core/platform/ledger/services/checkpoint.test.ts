import { checkpointCases } from './checkpoint_cases.ts';

describe('Audit of the ledger since a checkpoint', checkpointCases);

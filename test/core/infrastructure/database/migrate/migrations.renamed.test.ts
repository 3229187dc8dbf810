import { testRenamedModule } from '../renamed_module.ts';

describe('Migrations of a renamed module', testRenamedModule);

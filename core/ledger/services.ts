import { asClass } from 'lectern';
import { Ledger } from './services/ledger.ts';

declare module 'lectern' {
  interface Services {
    ledger: Ledger;
  }
}

export default { ledger: asClass(Ledger) };

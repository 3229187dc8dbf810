import { Perks } from './services/perks.ts';

declare module 'lectern' {
  interface Services {
    perks: Perks;
    perksConfig: { readonly byLevel: Readonly<Record<string, readonly string[]>> };
  }
}

export default { perks: Perks };

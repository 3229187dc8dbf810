import { asClass, extensionPoint } from 'lectern';
import { Coverages, type CoverageProvider } from './services/coverages.ts';

declare module 'lectern' {
  interface Services {
    coverages: Coverages;
  }

  interface ExtensionPoints {
    coverages: CoverageProvider;
  }
}

export default {
  coverages: asClass(Coverages),
  coveragesPoint: extensionPoint('coverages', { covered: 'function' }),
};

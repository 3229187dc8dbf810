import { extensionPoint } from 'lectern';
import { Coverages, type CoverageProvider } from './services/coverages.ts';

declare module 'lectern' {
  interface Services {
    coverages: Coverages;
  }

  interface ExtensionPoints {
    coverages: CoverageProvider;
  }

  interface Events {
    /**
     * A user is about to join goods that are free, or covered by a membership. Checks in the extension point
     * `eventChecks` may refuse the user.
     */
    'goods.joining': { userId: string; targetType: string; targetId: string; access: 'free' | 'covered' };
  }
}

export default {
  coverages: Coverages,
  coveragesPoint: extensionPoint('coverages', { covered: 'function' }),
};

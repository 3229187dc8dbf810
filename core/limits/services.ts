import { asClass, contributes } from 'lectern';
import type { LimitsConfig } from './config.ts';
import { ExpiredCounters } from './services/expired_counters.ts';
import { Limits } from './services/limits.ts';

declare module 'lectern' {
  interface Services {
    expiredCounters: ExpiredCounters;
    limits: Limits;
    limitsConfig: LimitsConfig;
  }
}

export default { limits: asClass(Limits), expiredCounters: contributes('jobs', asClass(ExpiredCounters)) };

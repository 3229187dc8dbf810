import type { SafetyRule } from 'lectern';

const here = /^redis:\/\/([^@/]*@)?(localhost|127\.[\d.]+|\[::1\])([:/?]|$)/;

export const limitsRules: readonly SafetyRule[] = [
  {
    setting: 'modules.limits.redisUrl',
    severity: 'warned',
    message: 'The connection to Redis on another machine is not encrypted.',
    fix: 'Set REDIS_URL to an address that begins with rediss://.',
    isUnsafe: ({ services: { limitsConfig } }) => {
      const { redisUrl = '' } = limitsConfig;
      return redisUrl.startsWith('redis:') && !here.test(redisUrl);
    },
  },
];

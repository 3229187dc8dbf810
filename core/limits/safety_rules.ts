import type { SafetyRule } from 'lectern';

const here = /^redis:\/\/([^@/]*@)?(localhost|127\.[\d.]+|\[::1\])([:/?]|$)/;

/** Unsafe limits of a production site. */
export const limitsRules: readonly SafetyRule[] = [
  {
    setting: 'modules.limits.redisUrl',
    severity: 'warned',
    message: 'The way to Redis is not encrypted, and leads to another machine.',
    fix: 'Let REDIS_URL begin with rediss.',
    isUnsafe: ({ services: { limitsConfig } }) => isReadableOnTheWay(limitsConfig.redisUrl ?? ''),
  },
];

function isReadableOnTheWay(url: string): boolean {
  return url.startsWith('redis:') && !here.test(url);
}

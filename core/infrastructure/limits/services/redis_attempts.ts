import type { Redis } from 'ioredis';
import { LEASE_MS, type AttemptStore, type Claim, type Failures, type Outcome } from './attempt_store.ts';

/**
 * Suffix of the keys of attempts. A counter of the same name would otherwise use the same keys, with values of another
 * type.
 */
const SUFFIX = ':attempts';

const SCRIPT = `
  local key, step, id = KEYS[1], ARGV[1], ARGV[2]
  local points, window, lock, lease = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local failures, expire, others, begun = 0, 0, 0, 0
  local kept, own = redis.call('hgetall', key), 'claim ' .. id
  for at = 1, #kept, 2 do
    local name, value = kept[at], tonumber(kept[at + 1])
    if name == 'failures' then failures = value
    elseif name == 'expire' then expire = value
    elseif value > now and name ~= own then others = others + 1
    else redis.call('hdel', key, name) end
  end
  if expire <= now then failures = 0 end
  if step == 'begin' and failures + others < points then
    begun = 1
    redis.call('hset', key, own, now + lease)
  elseif step == 'wrong' and failures < points then
    if failures == 0 then expire = now + window end
    failures = failures + 1
    if failures == points and lock > 0 then expire = now + lock end
  elseif step == 'right' and failures < points then
    failures = 0
  end
  if failures + others + begun == 0 then
    redis.call('del', key)
  elseif step ~= 'look' then
    redis.call('hset', key, 'failures', failures, 'expire', expire)
    redis.call('pexpireat', key, math.max(expire, now + lease))
  end
  return { begun, failures, math.max(expire - now, 0) }`;

const NO_RULE = { points: 0, seconds: 0 };

/** Attempts in Redis. Each key has a Redis hash with its failures and its claims. */
export class RedisAttempts implements AttemptStore {
  readonly #connection: () => Redis;

  constructor(connection: () => Redis) {
    this.#connection = connection;
  }

  async begin(claim: Claim): Promise<boolean> {
    const [begun] = await this.#run('begin', claim);
    return begun === 1;
  }

  async end(claim: Claim, outcome: Outcome): Promise<Failures> {
    const step = outcome === 'right' && claim.rule.keepsFailures ? 'undecided' : outcome;
    const [, failures, msLeft] = await this.#run(step, claim);
    return { failures, msLeft };
  }

  async failures(storedKey: string): Promise<Failures> {
    const [, failures, msLeft] = await this.#run('look', { storedKey, id: '', rule: NO_RULE });
    return { failures, msLeft };
  }

  async #run(step: Outcome | 'begin' | 'look', { storedKey, id, rule }: Claim): Promise<[number, number, number]> {
    const { points, seconds, blockSeconds = 0 } = rule;
    const args = [step, id, points, seconds * 1000, blockSeconds * 1000, LEASE_MS];
    return (await this.#connection().eval(SCRIPT, 1, `${storedKey}${SUFFIX}`, ...args)) as [number, number, number];
  }
}

import type { Redis, RedisOptions } from 'ioredis';
import type { LimitRule } from '../counter.ts';
import { LEASE_MS, type Claim, type Count, type CountStore } from './count_store.ts';

// Short, so that counting resumes within a second after Redis is back.
const MAX_RECONNECT_PAUSE_MS = 300;
const CONNECT_TIMEOUT_MS = 600;

/** Suffix of all keys. Version 0.1 stored counters without it, with values of another type. */
const SUFFIX = ':counts';

const SCRIPT = `
  local key, step, id = KEYS[1], ARGV[1], ARGV[2]
  local points, window, block, lease = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local count, expire, others, claimed = 0, 0, 0, 0
  local kept, own = redis.call('hgetall', key), 'claim ' .. id
  for at = 1, #kept, 2 do
    local name, value = kept[at], tonumber(kept[at + 1])
    if name == 'count' then count = value
    elseif name == 'expire' then expire = value
    elseif value > now and name ~= own then others = others + 1
    else redis.call('hdel', key, name) end
  end
  if expire <= now then count = 0 end
  if step == 'take' then
    if count == points and block > 0 then expire = now + block
    elseif count == 0 then expire = now + window end
    count = math.min(count, points) + 1
  elseif step == 'give back' and count > 0 and (count <= points or block == 0) then
    count = math.min(count, points) - 1
  elseif step == 'claim' and count + others < points then
    claimed = 1
    redis.call('hset', key, own, now + lease)
  elseif step == 'clear' and count < points then
    count = 0
  end
  if count + others + claimed == 0 then
    redis.call('del', key)
  elseif step ~= 'look' then
    redis.call('hset', key, 'count', count, 'expire', expire)
    redis.call('pexpireat', key, math.max(expire, now + lease))
  end
  return { count, math.max(expire - now, 0), claimed }`;

/** Step of the script. `release` and `clear` remove a claim; `clear` also clears a count below the points. */
type Step = 'take' | 'look' | 'give back' | 'claim' | 'release' | 'clear';

const options = {
  lazyConnect: true,
  // Without a connection, commands fail immediately. A queued command would count after its request has been answered.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 1,
  connectTimeout: CONNECT_TIMEOUT_MS,
  // Closes a dead connection before the operating system notices.
  socketTimeout: 2000,
  retryStrategy: (attempt) => Math.min(100 * attempt, MAX_RECONNECT_PAUSE_MS) * (0.5 + Math.random() / 2),
  // After a failover the old primary rejects writes; a new connection to its address reaches the new primary.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

/** Counts in Redis. Each key has a Redis hash with its count and its claims, which Redis deletes after the window. */
export class RedisStore implements CountStore {
  #client: Redis | undefined;

  /** @param onError receives errors of the connection */
  constructor(
    private readonly url: string,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Connects, and reconnects in the background. `ioredis` is imported on demand: most installations have no Redis.
   */
  async start(): Promise<void> {
    const { Redis } = await import('ioredis');
    // Without a type argument, the compiler infers it by comparing all commands of Redis, for some seconds.
    this.#client = new Redis<'legacy'>(this.url, options);
    this.#client.on('error', this.onError);
    await this.#client.connect();
  }

  async check(): Promise<void> {
    await this.#connection.ping();
  }

  stop(): void {
    this.#client?.disconnect();
  }

  take(key: string, rule: LimitRule, claim = ''): Promise<Count> {
    return this.#run('take', { storedKey: key, id: claim, ...rule });
  }

  count(key: string): Promise<Count> {
    return this.#run('look', { storedKey: key });
  }

  async giveBack(key: string, rule: LimitRule): Promise<void> {
    await this.#run('give back', { storedKey: key, ...rule });
  }

  async claim(claim: Claim): Promise<boolean> {
    return (await this.#run('claim', claim)).claimed === 1;
  }

  release(claim: Claim, clears: boolean): Promise<Count> {
    return this.#run(clears ? 'clear' : 'release', claim);
  }

  async #run(step: Step, { storedKey, id = '', points = 0, seconds = 0, blockSeconds = 0 }: Arguments) {
    const args = [step, id, points, seconds * 1000, blockSeconds * 1000, LEASE_MS];
    const answer = await this.#connection.eval(SCRIPT, 1, `${storedKey}${SUFFIX}`, ...args);
    const [count, msLeft, claimed] = answer as [number, number, number];
    return { count, msLeft, claimed };
  }

  isAway(): boolean {
    return true;
  }

  get #connection(): Redis {
    if (this.#client) return this.#client;
    throw new Error(
      'The connection to Redis is not open. Count in start(), ready() or an operation, not in a constructor; ' +
        'a script first calls kernel.start().',
    );
  }
}

type Arguments = Pick<Claim, 'storedKey'> & Partial<Claim & LimitRule>;

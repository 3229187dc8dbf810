import type { Redis, RedisOptions } from 'ioredis';
import type { LimitRule } from '../counter.ts';
import type { Count, CountStore } from './count_store.ts';
import { RedisAttempts } from './redis_attempts.ts';

// Short, so that counting resumes within a second after Redis is back.
const MAX_RECONNECT_PAUSE_MS = 300;
const CONNECT_TIMEOUT_MS = 600;

const SCRIPT = `
  local key, step = KEYS[1], ARGV[1]
  local points, window, block = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local kept = redis.call('get', key)
  local count = tonumber(kept or '0')
  local counted = math.min(count, points)
  if step == 'take' and count == points and block > 0 then
    redis.call('set', key, points + 1, 'px', block)
  elseif step == 'take' and not kept then
    redis.call('set', key, 1, 'px', window)
  elseif step == 'take' then
    redis.call('incrby', key, counted + 1 - count)
  elseif step == 'give back' and count > 0 and (count <= points or block == 0) then
    redis.call('incrby', key, counted - 1 - count)
  end
  return { tonumber(redis.call('get', key) or '0'), math.max(redis.call('pttl', key), 0) }`;

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

/** Counts in Redis, which deletes counts when their window ends. */
export class RedisStore implements CountStore {
  readonly attempts = new RedisAttempts(() => this.#connection);
  readonly #url: string;
  readonly #onError: (error: unknown) => void;
  #client: Redis | undefined;

  /** @param onError receives errors of the connection */
  constructor(url: string, onError: (error: unknown) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  /**
   * Connects, and reconnects in the background. `ioredis` is imported on demand: most installations have no Redis.
   */
  async start(): Promise<void> {
    const { Redis } = await import('ioredis');
    // Without a type argument, the compiler infers it by comparing all commands of Redis, for some seconds.
    this.#client = new Redis<'legacy'>(this.#url, options);
    this.#client.on('error', this.#onError);
    await this.#client.connect();
  }

  async check(): Promise<void> {
    await this.#connection.ping();
  }

  stop(): void {
    this.#client?.disconnect();
  }

  take(key: string, rule: LimitRule): Promise<Count> {
    return this.#run(key, 'take', rule);
  }

  count(key: string): Promise<Count> {
    return this.#run(key, 'look');
  }

  async giveBack(key: string, rule: LimitRule): Promise<void> {
    await this.#run(key, 'give back', rule);
  }

  async clear(key: string): Promise<void> {
    await this.#connection.del(key);
  }

  async #run(key: string, step: 'take' | 'look' | 'give back', rule?: LimitRule): Promise<Count> {
    const { points, seconds, blockSeconds = 0 } = rule ?? { points: 0, seconds: 0 };
    const args = [step, points, seconds * 1000, blockSeconds * 1000];
    const [count, msLeft] = (await this.#connection.eval(SCRIPT, 1, key, ...args)) as [number, number];
    return { count, msLeft };
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

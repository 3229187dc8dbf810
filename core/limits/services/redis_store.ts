import type { Redis, RedisOptions } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { limiterOptions, type Bounds, type Counting, type CountStore } from './count_store.ts';
import { RedisAttempts } from './redis_attempts.ts';

// Short, so that counting resumes within a second after Redis is back.
const MAX_RECONNECT_PAUSE_MS = 300;
const CONNECT_TIMEOUT_MS = 600;

const GIVE_BACK = `
  local count = tonumber(redis.call('get', KEYS[1]) or '0')
  if count > 0 and count <= tonumber(ARGV[2]) then
    redis.call('decrby', KEYS[1], count - math.min(count, tonumber(ARGV[1])) + 1)
  end`;

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

  limiter(counting: Counting): RateLimiterRedis {
    return new RateLimiterRedis({ ...limiterOptions(counting), storeClient: this.#connection });
  }

  async giveBack(storedKey: string, { points, ceiling }: Bounds): Promise<void> {
    await this.#connection.eval(GIVE_BACK, 1, storedKey, points, ceiling);
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

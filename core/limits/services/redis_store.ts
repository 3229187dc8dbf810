import type { Redis, RedisOptions } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { limiterOptions, type Bounds, type Counting, type CountStore } from './count_store.ts';
import { RedisAttempts } from './redis_attempts.ts';

// Within a second after it is back, limits are counted again.
const LONGEST_PAUSE_MS = 300;
const CONNECT_MS = 600;

const GIVE_BACK = `
  local count = tonumber(redis.call('get', KEYS[1]) or '0')
  if count > 0 and count <= tonumber(ARGV[2]) then
    redis.call('decrby', KEYS[1], count - math.min(count, tonumber(ARGV[1])) + 1)
  end`;

const options = {
  lazyConnect: true,
  // A limit that can't be counted now is refused now, and not counted later when nobody waits for it any more.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 1,
  connectTimeout: CONNECT_MS,
  // A connection that went dead without a word is given up, not waited for until the system notices.
  socketTimeout: 2000,
  retryStrategy: (attempt) => Math.min(100 * attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2),
  // What was the primary before a failover takes no writes; its address leads to the new one.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

/** Counts on Redis, which forgets them by itself. */
export class RedisStore implements CountStore {
  readonly attempts = new RedisAttempts(() => this.#connection);
  readonly #url: string;
  readonly #onError: (error: unknown) => void;
  #client: Redis | undefined;

  /** @param onError hears what goes wrong with the connection */
  constructor(url: string, onError: (error: unknown) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  /** Connects, and goes on trying in the background when Redis is away. Loaded here: most installations have none. */
  async start(): Promise<void> {
    const { Redis } = await import('ioredis');
    this.#client = new Redis(this.#url, options);
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
    throw new Error('The connection to Redis is opened when the platform starts; start it before counting.');
  }
}

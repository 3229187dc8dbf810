import { Worker } from 'node:worker_threads';
import { standardFailures, type Picture, type Services } from 'lectern';
import { ConcurrencyLimiter } from '../../limits/index.ts';
import { failures } from '../failures.ts';
import { pictureHead, type PictureHead } from './picture_head.ts';

type Drawn = Readonly<Record<keyof Picture, Uint8Array>>;

const MAX_PIXELS = 16_777_216;
const MIN_SIDE_PIXELS = 16;
const TIMEOUT_MS = 10_000;
const WAITING = 20;

/**
 * Portraits of users. An upload is checked by its content and redrawn as three PNGs. The upload itself is never served.
 * Location data, scripts and hidden content of the file are thereby removed.
 */
export class Portraits {
  readonly #files: Services['files'];
  readonly #logger: Services['logger'];
  readonly #identities: Services['identities'];
  readonly #users: Services['users'];
  readonly #limits: Services['accountLimits'];
  readonly #drawing = new ConcurrencyLimiter(1, {
    queue: { limit: WAITING, full: () => standardFailures.unavailable({ headers: { 'Retry-After': '5' } }) },
  });

  constructor({
    accountLimits,
    files,
    identities,
    logger,
    users,
  }: Pick<Services, 'accountLimits' | 'files' | 'identities' | 'logger' | 'users'>) {
    this.#limits = accountLimits;
    this.#files = files;
    this.#identities = identities;
    this.#logger = logger;
    this.#users = users;
  }

  /** @throws failures.wrongPicture; tooManyRequests, unavailable; userFailures.userNotFound, needsAccount */
  async set(userId: string, bytes: Buffer): Promise<void> {
    const head = pictureHead(bytes);
    if (!head) throw wrong('must be a PNG or a JPEG');
    const { width, height } = head;
    if (Math.min(width, height) < MIN_SIDE_PIXELS)
      throw wrong(`must be at least ${MIN_SIDE_PIXELS} pixels wide and high`);
    if (width * height > MAX_PIXELS) throw wrong(`must have at most ${MAX_PIXELS} pixels`);
    await this.#limits.takePortrait(userId);
    const drawn = await this.#drawing.run(() => this.#draw(bytes, head));
    const save = (size: keyof Picture) => this.#files.save({ folder: 'avatars', png: drawn[size] });
    const [small, middle, large] = await Promise.all([save('small'), save('middle'), save('large')]);
    await this.#replace(userId, { small, middle, large });
  }

  /** Removes the portrait of a user; answers then show the default portrait. */
  remove(userId: string): Promise<void> {
    return this.#replace(userId, null);
  }

  async #replace(userId: string, avatar: Picture | null): Promise<void> {
    const before = await this.#users.get(userId);
    await this.#identities.change(userId, { avatar });
    for (const address of Object.values(before.avatar ?? {})) await this.#files.remove(address as string);
  }

  /**
   * Draws a portrait in its own worker thread, and ends the thread after at most ten seconds.
   * @throws failures.wrongPicture for a picture that cannot be decoded
   * @throws standardFailures.unavailable when the thread fails or exceeds the ten seconds
   */
  async #draw(bytes: Buffer, { type, degrees }: PictureHead): Promise<Drawn> {
    const url = new URL('../drawing/portrait_worker.mjs', import.meta.url);
    // Empty `execArgv`: the thread does not need the loader hooks of its parent.
    const worker = new Worker(url, { execArgv: [], workerData: { bytes, type, degrees } });
    const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
    try {
      const drawn = await answerOf(worker);
      if (drawn) return drawn;
    } catch (err) {
      this.#logger.error(
        { err },
        'The worker thread did not draw an uploaded portrait, so the upload is answered with 503; the field "err" says why',
      );
      throw standardFailures.unavailable({
        message: 'The picture could not be drawn; try again, or with a smaller picture.',
      });
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
    throw wrong('cannot be decoded; upload another one');
  }
}

function answerOf(worker: Worker): Promise<Drawn | undefined> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(
        new Error(`the worker thread ended without a portrait, at the latest after its limit of ${TIMEOUT_MS} ms`),
      );
    });
  });
}

function wrong(message: string) {
  return failures.wrongPicture({ message: `The picture ${message}.`, details: [{ field: 'avatar', message }] });
}

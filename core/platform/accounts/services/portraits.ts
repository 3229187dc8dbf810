import { standardFailures, type Picture, use } from 'lectern';
import { ConcurrencyLimiter } from '../../../infrastructure/limits/index.ts';
import { failures } from '../failures.ts';
import { PortraitProcess, type DrawingAnswer, type Portrait } from '../drawing/portrait_process.ts';

const WAITING = 20;

/**
 * Portraits of users. An upload is checked and redrawn as three PNGs, in a child process. The upload itself is never
 * served. Location data, scripts and hidden content of the file are thereby removed.
 */
export class Portraits {
  readonly #files = use('files');
  readonly #logger = use('logger');
  readonly #identities = use('identities');
  readonly #users = use('users');
  readonly #limits = use('accountLimits');
  readonly #process = new PortraitProcess();
  readonly #drawing = new ConcurrencyLimiter(1, {
    queue: { limit: WAITING, full: () => standardFailures.unavailable({ headers: { 'Retry-After': '5' } }) },
  });

  /** @throws failures.wrongPicture; tooManyRequests, unavailable; userFailures.userNotFound, needsAccount */
  async set(userId: string, bytes: Buffer): Promise<void> {
    await this.#limits.takePortrait(userId);
    const drawn = await this.#drawing.run(() => this.#draw(bytes));
    const save = (size: keyof Picture) => this.#files.save({ folder: 'avatars', png: drawn[size] });
    const [small, middle, large] = await Promise.all([save('small'), save('middle'), save('large')]);
    await this.#replace(userId, { small, middle, large });
  }

  /** Removes the portrait of a user; answers then show the default portrait. */
  remove(userId: string): Promise<void> {
    return this.#replace(userId, null);
  }

  /** Ends the child process; a running drawing fails. */
  stop(): void {
    this.#process.stop();
  }

  async #replace(userId: string, avatar: Picture | null): Promise<void> {
    const before = await this.#users.get(userId);
    await this.#identities.change(userId, { avatar });
    for (const address of Object.values(before.avatar ?? {})) await this.#files.remove(address as string);
  }

  /** @throws failures.wrongPicture; standardFailures.unavailable when the child process fails or exceeds a limit */
  async #draw(bytes: Buffer): Promise<Portrait> {
    const answer = await this.#answerTo(bytes);
    if (answer.problem !== undefined) throw wrong(answer.problem);
    return answer.portrait;
  }

  async #answerTo(bytes: Buffer): Promise<DrawingAnswer> {
    try {
      return await this.#process.draw(bytes);
    } catch (err) {
      this.#logger.error(
        { err },
        'The child process did not draw an uploaded portrait, so the upload is answered with 503; the field "err" says why',
      );
      throw standardFailures.unavailable({
        message: 'The picture could not be drawn; try again, or with a smaller picture.',
      });
    }
  }
}

function wrong(message: string) {
  return failures.wrongPicture({ message: `The picture ${message}.`, details: [{ field: 'avatar', message }] });
}

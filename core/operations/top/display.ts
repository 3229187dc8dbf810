import type { CommandIo } from '../../cli/index.ts';
import { screenText, type View } from './screen.ts';

export interface DisplayTerms {
  readonly once?: boolean;
  readonly json?: boolean;
}

const HOME_AND_CLEAR = '\u001b[H\u001b[J';
const CLEAR_ALL = '\u001b[2J';

/** Shows successive views: on a terminal in the same place, otherwise one below the other. */
export class Display {
  #isFirst = true;

  readonly #io: CommandIo;
  readonly #terms: DisplayTerms;

  constructor(io: CommandIo, terms: DisplayTerms) {
    this.#io = io;
    this.#terms = terms;
  }

  show(view: View): void {
    const { once = false, json } = this.#terms;
    if (once) this.#io.print(json, view, () => screenText(view));
    else if (json) this.#io.log(JSON.stringify(view));
    else this.#refresh(view);
  }

  /** Reports that the installation does not answer; the last view stays. */
  readonly lost = (problem: Error): void => {
    this.#io.error(problem.message);
  };

  #refresh(view: View): void {
    const { out } = this.#io;
    if (out.isTTY !== true) {
      this.#io.log(`${screenText(view)}\n`);
      return;
    }
    const place = this.#isFirst ? CLEAR_ALL + HOME_AND_CLEAR : HOME_AND_CLEAR;
    this.#isFirst = false;
    // A terminal of unknown size reports 0.
    const [rows, columns] = [out.rows || Infinity, out.columns || Infinity];
    const lines = screenText(view, rows - 1).split('\n');
    const cut = lines.map((line) => line.slice(0, columns));
    out.write(`${place}${cut.join('\n')}\n`);
  }
}

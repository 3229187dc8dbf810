import { print } from '../output.ts';
import { screenText, type View } from './screen.ts';

/** How views are shown. */
export interface DisplayTerms {
  readonly once?: boolean;
  readonly json?: boolean;
}

const HOME_AND_CLEAR = '\u001b[H\u001b[J';
const CLEAR_ALL = '\u001b[2J';

/** Shows one view after another: in the same place on a terminal, below each other elsewhere. */
export class Display {
  #isFirst = true;

  constructor(private readonly terms: DisplayTerms) {}

  show(view: View): void {
    const { once = false, json } = this.terms;
    if (once) print(json, view, () => screenText(view));
    else if (json) console.log(JSON.stringify(view));
    else this.#refresh(view);
  }

  /** The installation does not answer any more; what was shown stays. */
  readonly lost = (problem: Error): void => {
    console.error(problem.message);
  };

  #refresh(view: View): void {
    const { stdout } = process;
    if (!stdout.isTTY) {
      console.log(`${screenText(view)}\n`);
      return;
    }
    const place = this.#isFirst ? CLEAR_ALL + HOME_AND_CLEAR : HOME_AND_CLEAR;
    this.#isFirst = false;
    // A terminal that does not know its size says 0.
    const [rows, columns] = [stdout.rows || Infinity, stdout.columns || Infinity];
    const lines = screenText(view, rows - 1).split('\n');
    const cut = lines.map((line) => line.slice(0, columns));
    stdout.write(`${place}${cut.join('\n')}\n`);
  }
}

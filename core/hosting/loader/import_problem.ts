import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { isInstance, reasonOf, stackOf } from '../../kernel/declare/thrown.ts';
import { codeBelow } from '../../kernel/modules/module_files.ts';
import { swcProblem } from './swc_problem.mjs';

/** Where the file that could not be imported stands. */
interface Whereabouts {
  readonly root: string;
  /** Folder of the module. */
  readonly folder: string;
}

/** Says why an import failed and at which line, with paths below the root only: the sentence is shown on `/readyz`. */
export async function importProblem(thrown: unknown, { root, folder }: Whereabouts): Promise<string> {
  const reason = belowRoot(reasonOf(thrown), root);
  if (!isInstance(thrown, Error)) return `it throws ${reason}; throw an Error that says what is wrong.`;
  if (/ \(\S+:\d+\)$/.test(reason)) return reason;
  const place = placeIn(belowRoot(stackOf(thrown), root));
  if (place) return `${reason} (${place})`;
  const problem = thrown instanceof SyntaxError ? await syntaxProblem(folder) : undefined;
  return problem === undefined ? reason : belowRoot(problem, root);
}

function belowRoot(text: string, root: string): string {
  return text.replaceAll(`${pathToFileURL(root).href}/`, '').replaceAll(`${root}/`, '');
}

/** First line of a file of the installation that a stack names, the kernel's own left out. */
function placeIn(stack: string): string | undefined {
  const places = stack.matchAll(/(?:^|[ (])((?:dist\/)?(?:core|plugins|custom)\/[^\s:()]+:\d+)/gm);
  return [...places]
    .map(([, place]) => place)
    .find((place) => !/^(dist\/core\/bundled|(dist\/)?core\/(kernel|hosting))\//.test(place ?? ''));
}

/** Of an ES module V8 does not tell which line it could not parse; the parser that reads TypeScript does. */
async function syntaxProblem(folder: string): Promise<string | undefined> {
  const { transform } = await import('@swc/core');
  for (const file of codeBelow(folder)) {
    try {
      if (!file.endsWith('ts'))
        await transform(await readFile(file, 'utf8'), { swcrc: false, jsc: { parser: { syntax: 'ecmascript' } } });
    } catch (error) {
      return swcProblem(error, file);
    }
  }
  return undefined;
}

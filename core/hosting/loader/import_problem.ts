import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { isInstance, reasonOf } from '../../kernel/declare/thrown.ts';
import { stackOf } from '../telemetry/stack_of.ts';
import { codeBelow } from '../files/module_files.ts';
import { swcProblem } from './swc_problem.mjs';

/** Root of the installation and folder of the module whose file failed to load. */
interface FailedFile {
  readonly root: string;
  /** Folder of the module. */
  readonly folder: string;
}

/** Reason and line of a failed import. Paths are below the root, because `/readyz` shows the text. */
export async function importProblem(thrown: unknown, { root, folder }: FailedFile): Promise<string> {
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

/** First file and line of the installation in a stack, without those of the kernel. */
function placeIn(stack: string): string | undefined {
  const places = stack.matchAll(/(?:^|[ (])((?:dist\/)?(?:core|plugins|custom)\/[^\s:()]+:\d+)/gm);
  return [...places]
    .map(([, place]) => place)
    .find((place) => !/^(dist\/core\/bundled|(dist\/)?core\/(kernel|hosting))\//.test(place ?? ''));
}

/** Parses the files with swc, because V8 does not report the line of a syntax error in an ES module. */
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

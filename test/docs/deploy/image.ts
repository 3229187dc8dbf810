import { DockerfileParser, PropertyInstruction, type Instruction } from 'dockerfile-ast';
import { textOf } from './product.ts';

export const dockerfile = textOf('Dockerfile');
const instructions = DockerfileParser.parse(dockerfile).getInstructions();

const lines = dockerfile.split('\n');
/** Everything behind the keyword, flags included, in one line. */
function behind(one: Instruction): string {
  const { start, end } = one.getRange();
  const text = lines.slice(start.line, end.line + 1).join('\n');
  return text.replace(/\\\n\s*/g, '').replace(/^\w+\s+/, '');
}

const named = (keyword: string) => (one: Instruction) => one.getKeyword() === keyword;
const last = instructions.findLastIndex(named('FROM'));
/** The stage that is run. */
const final = instructions.slice(last);

/** What the instructions of a kind say, in the stage that is run. */
export const said = (keyword: string) => final.filter(named(keyword)).map(behind);

/** The same, in all stages. */
export const saidAnywhere = (keyword: string) => instructions.filter(named(keyword)).map(behind);

/** The words of an instruction that is written as a JSON list. */
export function words(keyword: string): string[] {
  const [list = '[]'] = /\[[^]*\]/.exec(said(keyword).at(-1) ?? '') ?? [];
  return JSON.parse(list) as string[];
}

/** Variables of the stage that is run. */
export const variables = Object.fromEntries(
  final
    .filter(named('ENV'))
    .flatMap((one) => (one instanceof PropertyInstruction ? one.getProperties() : []))
    .map((one) => [one.getName(), one.getValue() ?? '']),
);

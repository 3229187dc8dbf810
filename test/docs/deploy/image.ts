import { DockerfileParser, PropertyInstruction, type Instruction } from 'dockerfile-ast';
import { textOf } from './product.ts';

export const dockerfile = textOf('Dockerfile');
const instructions = DockerfileParser.parse(dockerfile).getInstructions();

const lines = dockerfile.split('\n');
/** Returns the text after the keyword of an instruction, with its flags, in one line. */
function behind(one: Instruction): string {
  const { start, end } = one.getRange();
  const text = lines.slice(start.line, end.line + 1).join('\n');
  return text.replace(/\\\n\s*/g, '').replace(/^\w+\s+/, '');
}

const named = (keyword: string) => (one: Instruction) => one.getKeyword() === keyword;
const last = instructions.findLastIndex(named('FROM'));
/** Instructions of the last stage, which is the image. */
const final = instructions.slice(last);

/** Returns the texts of the instructions with a keyword in the last stage. */
export const said = (keyword: string) => final.filter(named(keyword)).map(behind);

/** Returns the texts of the instructions with a keyword in all stages. */
export const saidAnywhere = (keyword: string) => instructions.filter(named(keyword)).map(behind);

/** Returns the words of the last instruction with a keyword, from its JSON list. */
export function words(keyword: string): string[] {
  const [list = '[]'] = /\[[^]*\]/.exec(said(keyword).at(-1) ?? '') ?? [];
  return JSON.parse(list) as string[];
}

/** Environment variables of the last stage. */
export const variables = Object.fromEntries(
  final
    .filter(named('ENV'))
    .flatMap((one) => (one instanceof PropertyInstruction ? one.getProperties() : []))
    .map((one) => [one.getName(), one.getValue() ?? '']),
);

import { parse, transform, type ImportDeclaration, type ModuleItem, type Options, type ParseOptions } from '@swc/core';
import { swcProblem } from '../loader/swc_problem.mjs';

/** An import as written in a file. */
export interface ImportOf {
  readonly specifier: string;
  /** Names that the imported file has to export. */
  readonly names: readonly string[];
  /** Import attributes, written after `with`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
}

export interface Compiled {
  /** CommonJS code that may have `await` at its top level. */
  readonly code: string;
  readonly imports: readonly ImportOf[];
  /** Whether the source is an ES module. */
  readonly isModule: boolean;
}

/**
 * Compiles an ES module to CommonJS code, because Node never unloads an imported ES module.
 * @throws SyntaxError that names the file and, if known, the line
 */
export async function compile(source: string, file: string): Promise<Compiled> {
  const parser = parserOf(file);
  try {
    const { body } = await parse(source, { ...parser, target: 'esnext' });
    const { code } = await transform(source, optionsFor(file, parser));
    return { code, imports: body.flatMap(importsOf).map(withLine(source)), isModule: body.some(isModuleItem) };
  } catch (error) {
    throw new SyntaxError(swcProblem(error, file), { cause: error });
  }
}

/** Parser options by the ending of the file. Like Node, the parser rejects types and decorators in JavaScript. */
function parserOf(file: string): ParseOptions {
  return /\.m?ts$/.test(file) ? { syntax: 'typescript', decorators: true } : { syntax: 'ecmascript' };
}

/** Same options as the loader hook, except for the module format of the output. */
function optionsFor(filename: string, parser: ParseOptions): Options {
  return {
    filename,
    swcrc: false,
    configFile: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs', importInterop: 'none', exportInteropAnnotation: false, strictMode: true },
    jsc: {
      target: parser.syntax === 'typescript' ? 'es2022' : 'esnext',
      parser,
      transform: { legacyDecorator: true, decoratorMetadata: false, verbatimModuleSyntax: true },
    },
  };
}

/** An import without its line, which the parser does not report. */
type Unplaced = Omit<ImportOf, 'line'>;

function withLine(source: string): (one: Unplaced) => ImportOf {
  return (one) => {
    const at = Math.max(source.indexOf(`'${one.specifier}'`), source.indexOf(`"${one.specifier}"`));
    const before = source.slice(0, Math.max(0, at));
    return { ...one, line: before.split('\n').length };
  };
}

function isModuleItem({ type }: ModuleItem): boolean {
  return /^(Import|Export)\w*Declaration$|^ExportDefaultExpression$/.test(type);
}

function importsOf(item: ModuleItem): Unplaced[] {
  if (item.type === 'ImportDeclaration') {
    return item.typeOnly ? [] : [{ ...from(item), names: item.specifiers.flatMap(importedName) }];
  }
  if (item.type === 'ExportAllDeclaration') return [{ ...from(item), names: [] }];
  if (item.type !== 'ExportNamedDeclaration' || !item.source || isTypeOnly(item)) return [];
  const names = item.specifiers.flatMap((specifier) =>
    specifier.type === 'ExportSpecifier' && !specifier.isTypeOnly ? [specifier.orig.value] : [],
  );
  return [{ ...from({ ...item, source: item.source }), names }];
}

/** Whether a declaration has only types. The types of swc lack `typeOnly` for some kinds of declaration. */
function isTypeOnly(item: object): boolean {
  return 'typeOnly' in item && item.typeOnly === true;
}

function importedName(specifier: ImportDeclaration['specifiers'][number]): string[] {
  if (specifier.type === 'ImportDefaultSpecifier') return ['default'];
  if (specifier.type === 'ImportNamespaceSpecifier' || specifier.isTypeOnly) return [];
  return [(specifier.imported ?? specifier.local).value];
}

/** A declaration that names another file; the types of swc still use the former name of `with`. */
interface Naming {
  readonly source: { readonly value: string };
  readonly with?: { readonly properties: readonly object[] } | null;
}

function from(item: { readonly source: { readonly value: string } }): Omit<Unplaced, 'names'> {
  const { source, with: attributes } = item as Naming;
  const pairs = (attributes?.properties ?? []) as readonly { key: { value: string }; value: { value: string } }[];
  return {
    specifier: source.value,
    attributes: Object.fromEntries(pairs.map(({ key, value }) => [key.value, value.value])),
  };
}

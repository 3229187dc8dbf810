/** The reason why a module cannot start: problem, file and fix. */
export class ModuleFault extends Error {
  override readonly name = 'ModuleFault';

  // eslint-disable-next-line max-params -- module, file, problem, and the cause last as in Error
  constructor(
    /** Name of the module, or of its folder if the manifest is not valid. */
    readonly module: string,
    /** Path below the root of the installation. */
    readonly file: string,
    problem: string,
    cause?: unknown,
  ) {
    super(`${file}: ${problem}`, { cause });
  }
}

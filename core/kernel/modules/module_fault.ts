/** Why a module cannot start: what, where and the mend. */
export class ModuleFault extends Error {
  override readonly name = 'ModuleFault';

  // eslint-disable-next-line max-params -- where, where, what, and the cause last as every Error has it
  constructor(
    /** Name of the module, or of its folder where it has none. */
    readonly module: string,
    /** Path below the root of the installation. */
    readonly file: string,
    problem: string,
    cause?: unknown,
  ) {
    super(`${file}: ${problem}`, { cause });
  }
}

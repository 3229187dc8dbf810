/**
 * Flag of V8 for processes that end soon, such as commands: optimizes functions of the embedded database only after
 * much use. Each optimization costs more than a short process saves by it.
 */
export const FLAG_OF_SHORT_PROCESS = '--wasm-tiering-budget=100000000';

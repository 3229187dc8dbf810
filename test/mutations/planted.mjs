/**
 * A planted fault: a change of one file that the tests of some parts have to detect.
 * @typedef {object} Fault
 * @property {string} id
 * @property {string} file the source, as git names it
 * @property {string} find text that the file has exactly once
 * @property {string} put replacement of `find`
 * @property {string} says effect of the fault
 * @property {string | readonly string[]} part folders or files of the sources whose tests have to detect the fault
 * @property {'behaviour' | 'servers' | 'system'} [ring] the ring of these tests; `behaviour` by default
 */

/**
 * Returns the text of a file with a fault.
 * @param {Fault} fault @param {string} text
 * @throws Error when `find` does not occur exactly once, or the text would not change
 */
export function planted({ id, file, find, put }, text) {
  const places = find === '' ? 0 : text.split(find).length - 1;
  const name = `Fault "${id}" cannot be applied to ${file}`;
  const fix = 'Adapt `find` in test/mutations/faults/ to the source.';
  if (places !== 1) throw new Error(`${name}: the text of \`find\` occurs ${places} times, not once: ${find}\n${fix}`);
  if (find === put) throw new Error(`${name}: \`find\` and \`put\` are equal.`);
  return text.replace(find, () => put);
}

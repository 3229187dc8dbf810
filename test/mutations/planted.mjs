/**
 * A planted fault: a change of one file that the tests of some parts have to notice.
 * @typedef {object} Fault
 * @property {string} id
 * @property {string} file the source, as git names it
 * @property {string} find text that the file has exactly once
 * @property {string} put what it is replaced by
 * @property {string} says what is wrong then
 * @property {string | readonly string[]} part folders or files of the sources whose tests notice
 * @property {'behaviour' | 'servers' | 'system'} [ring] the ring of these tests; `behaviour` by default
 */

/**
 * The text of a file with the fault in it.
 * @param {Fault} fault @param {string} text
 * @throws Error when the place is not found exactly once, or nothing would change
 */
export function planted({ id, file, find, put }, text) {
  const places = find === '' ? 0 : text.split(find).length - 1;
  const name = `Fault "${id}" cannot be applied to ${file}`;
  const fix = 'Adapt `find` in test/mutations/faults/ to the source.';
  if (places !== 1) throw new Error(`${name}: its text occurs ${places} times, not once: ${find}\n${fix}`);
  if (find === put) throw new Error(`${name}: it changes nothing.`);
  return text.replace(find, () => put);
}

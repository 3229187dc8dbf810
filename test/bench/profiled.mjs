// Loaded before the platform. A first SIGUSR2 starts a profile of the process; the next SIGUSR2 ends the profile and
// writes it to the file PROFILE.
import { writeFileSync, renameSync } from 'node:fs';
import { Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';

const file = process.env['PROFILE'] ?? '';
const session = new Session();
let isOn = false;

/** @param {string} method @param {object} [params] @returns {Promise<any>} */
const post = (method, params) =>
  new Promise((resolve, reject) => {
    session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)));
  });

async function toggle() {
  isOn = !isOn;
  if (isOn) {
    await post('Profiler.enable');
    await post('Profiler.setSamplingInterval', { interval: 200 });
    await post('Profiler.start');
    return;
  }
  const { profile } = await post('Profiler.stop');
  writeFileSync(`${file}.new`, JSON.stringify(profile));
  // The rename is atomic, so that a reader never finds an incomplete file.
  renameSync(`${file}.new`, file);
}

if (isMainThread && file !== '') {
  session.connect();
  process.on('SIGUSR2', () => void toggle());
}

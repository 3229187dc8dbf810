// Loaded before the platform: SIGUSR2 begins a profile of its process, the next one writes it to PROFILE and ends it.
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
  // Whoever waits for it finds the whole of it.
  renameSync(`${file}.new`, file);
}

if (isMainThread && file !== '') {
  session.connect();
  process.on('SIGUSR2', () => void toggle());
}

/**
 * Runs the named npm scripts, at most as many at a time as there are CPUs. Prints the output of each script when the
 * script has ended. Exits with 1 if a script has failed.
 *
 *     node .ci/check.mjs lint check:dead
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import process from 'node:process';

const waiting = process.argv.slice(2);
const failed = [];

async function runNext() {
  for (let script = waiting.shift(); script; script = waiting.shift()) {
    const { code, output, seconds } = await run(script);
    if (code !== 0) failed.push(script);
    process.stdout.write(`== ${script}: ${code === 0 ? 'passed' : 'failed'}, ${seconds} s\n${output}`);
  }
}

function run(script) {
  const began = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { shell: process.platform === 'win32' });
  let output = '';
  const hear = (chunk) => (output += chunk);
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, output, seconds: Math.round((performance.now() - began) / 1000) });
    });
  });
}

await Promise.all(Array.from({ length: availableParallelism() }, runNext));
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}; see above.`);
  process.exitCode = 1;
}

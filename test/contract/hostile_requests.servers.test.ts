import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { errorsIn, HostileRequests } from './hostile/requests.ts';

const NUMBER = 200;

describe(`hostile requests made from the document (${HostileRequests.seed})`, () => {
  let requests: HostileRequests;

  before(async () => {
    requests = await HostileRequests.open();
  });
  after(() => requests.platform.stop());

  it(`are answered as it says, ${NUMBER} of them, and leave no error in the log`, async () => {
    await requests.send(NUMBER);
    expect(errorsIn(requests.platform.logs)).to.deep.equal([]);
  });
});

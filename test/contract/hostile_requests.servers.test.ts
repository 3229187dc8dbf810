import { expect } from 'chai';
import { errorsIn, HostileRequests } from './hostile/requests.ts';

const NUMBER = 200;

describe(`Hostile requests generated from the OpenAPI document (${HostileRequests.seed})`, () => {
  let requests: HostileRequests;

  before(async () => {
    requests = await HostileRequests.open();
  });
  after(() => requests.platform.stop());

  it(`get documented answers and cause no error in the log: ${NUMBER} requests`, async () => {
    await requests.send(NUMBER);
    expect(errorsIn(requests.platform.logs)).to.deep.equal([]);
  });
});

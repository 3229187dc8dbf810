import { standardFailures, type OpenCall, type OperationHook, type Services } from 'lectern';

/** Creates a hook of an operation that changes goods; the hook refuses a membership level that does not exist. */
export function goodsLevel(address: '/courses' | '/courses/{id}' | '/classrooms' | '/classrooms/{id}') {
  return ({ vipLevels }: Pick<Services, 'vipLevels'>): OperationHook => ({
    address,
    operation: address.endsWith('}') ? 'update' : 'add',
    fails: [standardFailures.invalidParameter],

    /** @throws invalidParameter */
    async before({ input: { vipLevelId: id = '0' } }: OpenCall<object, { vipLevelId?: string }>): Promise<void> {
      if (id === '0' || (await vipLevels.namesOf([id]))[0] !== null) return;
      const details = [{ field: 'vipLevelId', message: 'must be the id of a membership level, or 0 for none' }];
      throw standardFailures.invalidParameter({ details });
    },
  });
}

import { StandardRPCJsonSerializer, StandardRPCSerializer } from '@orpc/client/standard';

/**
 * Values travel as the JSON values they are. oRPC's own serializer would lose a key named `__proto__` and would build dates and
 * expressions out of what a page sends; here a request that carries such type notes is refused.
 */
class JsonValues extends StandardRPCJsonSerializer {
  override serialize(data: unknown): [unknown, [], [], []] {
    return [data, [], [], []];
  }

  override deserialize(json: unknown, meta: readonly unknown[]): unknown {
    if (meta.length !== 0) throw new TypeError('The input is not made of JSON values.');
    return json;
  }
}

export function jsonValuesSerializer(): StandardRPCSerializer {
  return new StandardRPCSerializer(new JsonValues());
}

/** The ids of an edge node. */
export interface EdgeIds {
  groupId: string;
  nodeId: string;
}

type NodeMessageKind = 'NBIRTH' | 'NDEATH' | 'NDATA' | 'NCMD';
type DeviceMessageKind = 'DBIRTH' | 'DDEATH' | 'DDATA' | 'DCMD';

const NAMESPACE = 'spBv1.0';

/** The topic of a message about the node (Sparkplug B 3.0, chapter 4). */
export function nodeTopic({ groupId, nodeId }: EdgeIds, message: NodeMessageKind): string {
  return `${NAMESPACE}/${groupId}/${message}/${nodeId}`;
}

/** The topic of a message about a printer. */
export function deviceTopic(ids: EdgeIds, message: DeviceMessageKind, printer: string): string {
  return `${NAMESPACE}/${ids.groupId}/${message}/${ids.nodeId}/${deviceIdOf(printer)}`;
}

/** The topic filter of the commands to all printers. */
export function deviceCommandFilter({ groupId, nodeId }: EdgeIds): string {
  return `${NAMESPACE}/${groupId}/DCMD/${nodeId}/#`;
}

/** The topic of the state of a host application. */
export function hostStateTopic(hostId: string): string {
  return `${NAMESPACE}/STATE/${hostId}`;
}

/** The device id in a topic of a command; undefined for another topic. */
export function commandedDevice({ groupId, nodeId }: EdgeIds, topic: string): string | undefined {
  const start = `${NAMESPACE}/${groupId}/DCMD/${nodeId}/`;
  return topic.startsWith(start) ? topic.slice(start.length) : undefined;
}

/** A printer's name as a device id: what a topic level must not contain is percent-encoded. */
export function deviceIdOf(printer: string): string {
  return printer.replaceAll(/[%+/#]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

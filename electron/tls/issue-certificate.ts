import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
} from '@peculiar/asn1-x509';

/** A certificate and its private key, both as PEM. */
export interface IssuedCertificate {
  cert: string;
  key: string;
}

export interface NewCertificate {
  /** The common name of its subject. */
  commonName: string;
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
}

/** Who issues a certificate. */
export interface Issuer {
  commonName: string;
  privateKey: KeyObject;
}

const COMMON_NAME = '2.5.4.3';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const SERIAL_BYTES = 16;

/** A certificate authority with a new key (X.509 version 3, RFC 5280; ECDSA P-256), which signs server certificates only, and no further authority. */
export function issueAuthority(wishes: NewCertificate): IssuedCertificate {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign), true),
  ];
  return issue({ ...wishes, privateKey, issuer: { commonName: wishes.commonName, privateKey }, extensions });
}

/** A server certificate with a new key for these host names and IP addresses. */
export function issueServerCertificate(wishes: NewCertificate & { names: readonly string[]; issuer: Issuer }): IssuedCertificate {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const names = wishes.names.map((name) => new GeneralName(isIP(name) === 0 ? { dNSName: name } : { iPAddress: name }));
  const extensions = [
    extension(id_ce_basicConstraints, new BasicConstraints(), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
    extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
    extension(id_ce_subjectAltName, new SubjectAlternativeName(names)),
  ];
  return issue({ ...wishes, privateKey, extensions });
}

interface Content extends NewCertificate {
  privateKey: KeyObject;
  issuer: Issuer;
  extensions: Extension[];
}

function issue({ commonName, from, to, privateKey, issuer, extensions }: Content): IssuedCertificate {
  const signatureAlgorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: signatureAlgorithm,
    issuer: nameOf(issuer.commonName),
    validity: new Validity({ notBefore: new Date(from), notAfter: new Date(to) }),
    subject: nameOf(commonName),
    subjectPublicKeyInfo: AsnConvert.parse(publicKeyOf(privateKey), SubjectPublicKeyInfo),
    extensions: new Extensions([
      ...extensions,
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifier(privateKey))),
      extension(
        id_ce_authorityKeyIdentifier,
        new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(keyIdentifier(issuer.privateKey)) }),
      ),
    ]),
  });
  const signed = AsnConvert.serialize(content);
  const signatureValue = sign('sha256', Buffer.from(signed), issuer.privateKey);
  const certificate = new Certificate({ tbsCertificate: content, signatureAlgorithm, signatureValue: bytesOf(signatureValue) });
  return {
    cert: pem(Buffer.from(AsnConvert.serialize(certificate))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** 128 random bits, positive and without a leading zero byte (RFC 5280, 4.1.2.2). */
function serialNumber(): ArrayBuffer {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytesOf(bytes);
}

function nameOf(commonName: string): Name {
  const value = new AttributeValue({ utf8String: commonName });
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])]);
}

function publicKeyOf(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
}

/** The first 160 bits of the SHA-256 of the public key (RFC 7093, method 1). */
function keyIdentifier(privateKey: KeyObject): ArrayBuffer {
  return bytesOf(createHash('sha256').update(publicKeyOf(privateKey)).digest().subarray(0, 20));
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}

function pem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
}

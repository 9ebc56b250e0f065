import { crc32, deflateRawSync, deflateSync } from "node:zlib";

/** A PNG of one colour, which compresses well; "whole" is interlaced (Adam7), so that its first line needs all of it. */
export function aPng(
  width: number,
  height: number,
  read: "by line" | "whole" = "by line",
): Uint8Array<ArrayBuffer> {
  const head = headOf(width, height, read === "whole" ? 1 : 0);
  const passes = read === "whole" ? adam7 : ([[0, 0, 1, 1]] as const);
  let bytes = 0;
  for (const [x, y, stepX, stepY] of passes)
    bytes += (4 * Math.ceil((width - x) / stepX) + 1) * Math.ceil((height - y) / stepY);
  return pngOf(head, bytes);
}

/** A tiny file whose header claims these dimensions. */
export function aPngClaiming(width: number, height: number): Uint8Array<ArrayBuffer> {
  return pngOf(headOf(width, height, 0), 10);
}

function headOf(width: number, height: number, interlace: 0 | 1): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, interlace], 8);
  return head;
}

function pngOf(head: Buffer, bytes: number): Uint8Array<ArrayBuffer> {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(bytes), { level: 1 });
  const chunks = [chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

const adam7 = [
  ...([
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
  ] as const),
  ...([
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const),
];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A zip bomb: a document whose first part has this size when decompressed. */
export function aDocument(bytes: number): Uint8Array<ArrayBuffer> {
  const content = Buffer.alloc(bytes, " ");
  const packed = deflateRawSync(content, { level: 9 });
  const name = Buffer.from("[Content_Types].xml");
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(crc32(content), 14);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return new Uint8Array(Buffer.concat([head, name, packed]));
}

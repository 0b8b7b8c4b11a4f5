// An adaptor for V8 in Node.js, to be started as: node v8.js
// The protocol is described in doc.go next to this file.
'use strict'

const fs = require('fs')

Error.stackTraceLimit = 0 // nobody reads them, and they cost more than the rest

const traps = new Map([
  ['unreachable', 'unreachable'],
  ['divide by zero', 'integer-divide-by-zero'],
  ['remainder by zero', 'integer-divide-by-zero'],
  ['divide result unrepresentable', 'integer-overflow'],
  ['float unrepresentable in integer range', 'integer-overflow|invalid-conversion-to-integer'],
  ['memory access out of bounds', 'out-of-bounds-memory-access'],
  ['table index is out of bounds', 'out-of-bounds-table-access|undefined-element'],
  ['element segment out of bounds', 'out-of-bounds-table-access'],
  ['null function or function signature mismatch', 'uninitialized-element|indirect-call-type-mismatch'],
])

// What is rejected because it is too large for V8, although it may be valid.
const limits = /(?<!memory count of \d+ )exceeds internal limit|local count too large|exceed.* maximum|out of memory/i

// The reasons for which an instantiation fails that are traps in the specification.
const segments = [
  [/data segment .* out of bounds/, 'out-of-bounds-memory-access'],
  [/table initializer .* does not fit|table .* out of bounds|element segment .* out of bounds/, 'out-of-bounds-table-access'],
]

let instances // exports by the name of the instance
const modules = new Map() // compiled, by their hexadecimal digits

// unhex turns hexadecimal digits into bytes. '-' stands for none.
function unhex(digits) { return Buffer.from(digits, 'hex') }

// moduleOf compiles a module, unless it was compiled lately: the modules of wasmfuzz itself come again and again.
function moduleOf(digits) {
  let m = modules.get(digits)
  if (!m) {
    m = new WebAssembly.Module(unhex(digits))
    if (modules.size >= 64) modules.clear()
    modules.set(digits, m)
  }
  return m
}

function value(word) {
  const digits = word.slice(4)
  return word.startsWith('i64') ? BigInt(digits) : Number(digits)
}

function words(result) {
  if (result === undefined) return ''
  if (Array.isArray(result)) return result.map(words).join('')
  return typeof result === 'bigint' ? ` i64:${result}` : ` i32:${result}`
}

// trimmed returns the number of bytes without the zeros at the end.
function trimmed(bytes) {
  const longs = new BigUint64Array(bytes.buffer)
  let n = longs.length
  while (n > 0 && longs[n - 1] === 0n) n--
  n *= 8
  while (n > 0 && bytes[n - 1] === 0) n--
  return n
}

const requests = {
  __proto__: null,

  check(digits) { return WebAssembly.validate(unhex(digits)) ? 'ok' : 'reject' },

  validate(digits) {
    const bytes = unhex(digits)
    if (!WebAssembly.validate(bytes)) new WebAssembly.Module(bytes) // throws the reason
    return 'ok'
  },

  reset() {
    instances = Object.create(null)
    return 'ok'
  },

  instance(id, digits, ...from) {
    const imports = Object.create(null) // so that no name means anything by itself
    for (const link of from) {
      const [name, source] = link.split('=')
      imports[unhex(name).toString()] = instances[source]
    }
    instances[id] = new WebAssembly.Instance(moduleOf(digits), imports).exports
    return 'ok'
  },

  call(id, name, ...args) { return 'ok' + words(instances[id][name](...args.map(value))) },

  memory(id, name) {
    const bytes = new Uint8Array(instances[id][name].buffer)
    const pages = bytes.length >>> 16
    if (pages > 256) return `inconclusive engine-limit a memory of ${pages} pages`
    const n = trimmed(bytes)
    return `ok ${pages} ${n ? Buffer.from(bytes.buffer, 0, n).toString('hex') : '-'}`
  },
}

// failure turns an exception into an answer.
function failure(e) {
  const text = String(e.message).replaceAll(/\s+/g, ' ')
  if (e instanceof WebAssembly.CompileError) {
    return limits.test(text) ? `inconclusive engine-limit ${text}` : `reject ${text}`
  }
  if (e instanceof WebAssembly.LinkError) return `unlinkable ${text}`
  if (e instanceof WebAssembly.RuntimeError) {
    if (traps.has(text)) return `trap ${traps.get(text)} ${text}`
    for (const [pattern, trap] of segments) if (pattern.test(text)) return `trap ${trap} ${text}`
  }
  if (e instanceof RangeError) {
    if (/call stack/.test(text)) return `inconclusive stack-exhausted ${text}`
    if (/memory|allocat/i.test(text)) return `inconclusive allocation-failed ${text}`
  }
  return `crash ${e.name}: ${text}`
}

function answer(line) {
  const [verb, ...words] = line.split(' ')
  try {
    return requests[verb](...words)
  } catch (e) {
    return failure(e)
  }
}

function write(text) {
  const bytes = Buffer.from(text)
  for (let sent = 0; sent < bytes.length;) sent += fs.writeSync(1, bytes, sent)
}

// serve answers line after line until the input ends. Answers are written before it waits for input.
function serve() {
  write(`wasmfuzz 1 ${process.versions.v8} (Node.js ${process.versions.node})\n`)
  const chunk = Buffer.allocUnsafe(1 << 16)
  let parts = [] // of a line that goes on
  for (let n; (n = fs.readSync(0, chunk)) > 0;) {
    const lines = chunk.latin1Slice(0, n).split('\n')
    parts.push(lines.shift())
    if (lines.length === 0) continue
    lines.unshift(parts.join(''))
    parts = [lines.pop()]
    write(lines.map((l) => answer(l) + '\n').join(''))
  }
}

serve()

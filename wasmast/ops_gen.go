// Code generated from ops.txt by gen.go; DO NOT EDIT.

package wasmast

// Shape names the structs of instr.go.
type Shape byte

// The shapes.
const (
	ShapePlain Shape = iota
	ShapeBlock
	ShapeIf
	ShapeBranch
	ShapeBranchTable
	ShapeCall
	ShapeCallIndirect
	ShapeSelectT
	ShapeLocal
	ShapeGlobal
	ShapeTable
	ShapeAccess
	ShapeMemory
	ShapeI32Const
	ShapeI64Const
	ShapeF32Const
	ShapeF64Const
	ShapeRefNull
	ShapeRefFunc
	ShapeMemoryInit
	ShapeDataDrop
	ShapeMemoryCopy
	ShapeTableInit
	ShapeElemDrop
	ShapeTableCopy
	ShapeV128Const
	ShapeShuffle
	ShapeLane
	ShapeAccessLane
)

// String returns the name of the struct.
func (s Shape) String() string { return shapeNames[s] }

var shapeNames = [...]string{"Plain", "Block", "If", "Branch", "BranchTable", "Call", "CallIndirect", "SelectT", "Local", "Global", "Table", "Access", "Memory", "I32Const", "I64Const", "F32Const", "F64Const", "RefNull", "RefFunc", "MemoryInit", "DataDrop", "MemoryCopy", "TableInit", "ElemDrop", "TableCopy", "V128Const", "Shuffle", "Lane", "AccessLane"}

// PlainOp is the operator of the shape Plain.
type PlainOp Op

// Op returns the row of c.
func (c PlainOp) Op() Op { return Op(c) }

// String returns the mnemonic.
func (c PlainOp) String() string { return Op(c).String() }

// Group is equal for operators of the same type, which can stand for each other in a valid body.
func (c PlainOp) Group() uint16 { return Op(c).group() }

// The operators of the shape Plain.
const (
	OpNop                       PlainOp = 0
	OpUnreachable               PlainOp = 1
	OpReturn                    PlainOp = 8
	OpDrop                      PlainOp = 11
	OpSelect                    PlainOp = 12
	OpI32Eqz                    PlainOp = 50
	OpI32Eq                     PlainOp = 51
	OpI32Ne                     PlainOp = 52
	OpI32LtS                    PlainOp = 53
	OpI32LtU                    PlainOp = 54
	OpI32GtS                    PlainOp = 55
	OpI32GtU                    PlainOp = 56
	OpI32LeS                    PlainOp = 57
	OpI32LeU                    PlainOp = 58
	OpI32GeS                    PlainOp = 59
	OpI32GeU                    PlainOp = 60
	OpI64Eqz                    PlainOp = 61
	OpI64Eq                     PlainOp = 62
	OpI64Ne                     PlainOp = 63
	OpI64LtS                    PlainOp = 64
	OpI64LtU                    PlainOp = 65
	OpI64GtS                    PlainOp = 66
	OpI64GtU                    PlainOp = 67
	OpI64LeS                    PlainOp = 68
	OpI64LeU                    PlainOp = 69
	OpI64GeS                    PlainOp = 70
	OpI64GeU                    PlainOp = 71
	OpF32Eq                     PlainOp = 72
	OpF32Ne                     PlainOp = 73
	OpF32Lt                     PlainOp = 74
	OpF32Gt                     PlainOp = 75
	OpF32Le                     PlainOp = 76
	OpF32Ge                     PlainOp = 77
	OpF64Eq                     PlainOp = 78
	OpF64Ne                     PlainOp = 79
	OpF64Lt                     PlainOp = 80
	OpF64Gt                     PlainOp = 81
	OpF64Le                     PlainOp = 82
	OpF64Ge                     PlainOp = 83
	OpI32Clz                    PlainOp = 84
	OpI32Ctz                    PlainOp = 85
	OpI32Popcnt                 PlainOp = 86
	OpI32Add                    PlainOp = 87
	OpI32Sub                    PlainOp = 88
	OpI32Mul                    PlainOp = 89
	OpI32DivS                   PlainOp = 90
	OpI32DivU                   PlainOp = 91
	OpI32RemS                   PlainOp = 92
	OpI32RemU                   PlainOp = 93
	OpI32And                    PlainOp = 94
	OpI32Or                     PlainOp = 95
	OpI32Xor                    PlainOp = 96
	OpI32Shl                    PlainOp = 97
	OpI32ShrS                   PlainOp = 98
	OpI32ShrU                   PlainOp = 99
	OpI32Rotl                   PlainOp = 100
	OpI32Rotr                   PlainOp = 101
	OpI64Clz                    PlainOp = 102
	OpI64Ctz                    PlainOp = 103
	OpI64Popcnt                 PlainOp = 104
	OpI64Add                    PlainOp = 105
	OpI64Sub                    PlainOp = 106
	OpI64Mul                    PlainOp = 107
	OpI64DivS                   PlainOp = 108
	OpI64DivU                   PlainOp = 109
	OpI64RemS                   PlainOp = 110
	OpI64RemU                   PlainOp = 111
	OpI64And                    PlainOp = 112
	OpI64Or                     PlainOp = 113
	OpI64Xor                    PlainOp = 114
	OpI64Shl                    PlainOp = 115
	OpI64ShrS                   PlainOp = 116
	OpI64ShrU                   PlainOp = 117
	OpI64Rotl                   PlainOp = 118
	OpI64Rotr                   PlainOp = 119
	OpF32Abs                    PlainOp = 120
	OpF32Neg                    PlainOp = 121
	OpF32Ceil                   PlainOp = 122
	OpF32Floor                  PlainOp = 123
	OpF32Trunc                  PlainOp = 124
	OpF32Nearest                PlainOp = 125
	OpF32Sqrt                   PlainOp = 126
	OpF32Add                    PlainOp = 127
	OpF32Sub                    PlainOp = 128
	OpF32Mul                    PlainOp = 129
	OpF32Div                    PlainOp = 130
	OpF32Min                    PlainOp = 131
	OpF32Max                    PlainOp = 132
	OpF32Copysign               PlainOp = 133
	OpF64Abs                    PlainOp = 134
	OpF64Neg                    PlainOp = 135
	OpF64Ceil                   PlainOp = 136
	OpF64Floor                  PlainOp = 137
	OpF64Trunc                  PlainOp = 138
	OpF64Nearest                PlainOp = 139
	OpF64Sqrt                   PlainOp = 140
	OpF64Add                    PlainOp = 141
	OpF64Sub                    PlainOp = 142
	OpF64Mul                    PlainOp = 143
	OpF64Div                    PlainOp = 144
	OpF64Min                    PlainOp = 145
	OpF64Max                    PlainOp = 146
	OpF64Copysign               PlainOp = 147
	OpI32WrapI64                PlainOp = 148
	OpI32TruncF32S              PlainOp = 149
	OpI32TruncF32U              PlainOp = 150
	OpI32TruncF64S              PlainOp = 151
	OpI32TruncF64U              PlainOp = 152
	OpI64ExtendI32S             PlainOp = 153
	OpI64ExtendI32U             PlainOp = 154
	OpI64TruncF32S              PlainOp = 155
	OpI64TruncF32U              PlainOp = 156
	OpI64TruncF64S              PlainOp = 157
	OpI64TruncF64U              PlainOp = 158
	OpF32ConvertI32S            PlainOp = 159
	OpF32ConvertI32U            PlainOp = 160
	OpF32ConvertI64S            PlainOp = 161
	OpF32ConvertI64U            PlainOp = 162
	OpF32DemoteF64              PlainOp = 163
	OpF64ConvertI32S            PlainOp = 164
	OpF64ConvertI32U            PlainOp = 165
	OpF64ConvertI64S            PlainOp = 166
	OpF64ConvertI64U            PlainOp = 167
	OpF64PromoteF32             PlainOp = 168
	OpI32ReinterpretF32         PlainOp = 169
	OpI64ReinterpretF64         PlainOp = 170
	OpF32ReinterpretI32         PlainOp = 171
	OpF64ReinterpretI64         PlainOp = 172
	OpI32Extend8S               PlainOp = 173
	OpI32Extend16S              PlainOp = 174
	OpI64Extend8S               PlainOp = 175
	OpI64Extend16S              PlainOp = 176
	OpI64Extend32S              PlainOp = 177
	OpRefIsNull                 PlainOp = 179
	OpI32TruncSatF32S           PlainOp = 181
	OpI32TruncSatF32U           PlainOp = 182
	OpI32TruncSatF64S           PlainOp = 183
	OpI32TruncSatF64U           PlainOp = 184
	OpI64TruncSatF32S           PlainOp = 185
	OpI64TruncSatF32U           PlainOp = 186
	OpI64TruncSatF64S           PlainOp = 187
	OpI64TruncSatF64U           PlainOp = 188
	OpI8x16Swizzle              PlainOp = 213
	OpI8x16Splat                PlainOp = 214
	OpI16x8Splat                PlainOp = 215
	OpI32x4Splat                PlainOp = 216
	OpI64x2Splat                PlainOp = 217
	OpF32x4Splat                PlainOp = 218
	OpF64x2Splat                PlainOp = 219
	OpI8x16Eq                   PlainOp = 234
	OpI8x16Ne                   PlainOp = 235
	OpI8x16LtS                  PlainOp = 236
	OpI8x16LtU                  PlainOp = 237
	OpI8x16GtS                  PlainOp = 238
	OpI8x16GtU                  PlainOp = 239
	OpI8x16LeS                  PlainOp = 240
	OpI8x16LeU                  PlainOp = 241
	OpI8x16GeS                  PlainOp = 242
	OpI8x16GeU                  PlainOp = 243
	OpI16x8Eq                   PlainOp = 244
	OpI16x8Ne                   PlainOp = 245
	OpI16x8LtS                  PlainOp = 246
	OpI16x8LtU                  PlainOp = 247
	OpI16x8GtS                  PlainOp = 248
	OpI16x8GtU                  PlainOp = 249
	OpI16x8LeS                  PlainOp = 250
	OpI16x8LeU                  PlainOp = 251
	OpI16x8GeS                  PlainOp = 252
	OpI16x8GeU                  PlainOp = 253
	OpI32x4Eq                   PlainOp = 254
	OpI32x4Ne                   PlainOp = 255
	OpI32x4LtS                  PlainOp = 256
	OpI32x4LtU                  PlainOp = 257
	OpI32x4GtS                  PlainOp = 258
	OpI32x4GtU                  PlainOp = 259
	OpI32x4LeS                  PlainOp = 260
	OpI32x4LeU                  PlainOp = 261
	OpI32x4GeS                  PlainOp = 262
	OpI32x4GeU                  PlainOp = 263
	OpF32x4Eq                   PlainOp = 264
	OpF32x4Ne                   PlainOp = 265
	OpF32x4Lt                   PlainOp = 266
	OpF32x4Gt                   PlainOp = 267
	OpF32x4Le                   PlainOp = 268
	OpF32x4Ge                   PlainOp = 269
	OpF64x2Eq                   PlainOp = 270
	OpF64x2Ne                   PlainOp = 271
	OpF64x2Lt                   PlainOp = 272
	OpF64x2Gt                   PlainOp = 273
	OpF64x2Le                   PlainOp = 274
	OpF64x2Ge                   PlainOp = 275
	OpV128Not                   PlainOp = 276
	OpV128And                   PlainOp = 277
	OpV128Andnot                PlainOp = 278
	OpV128Or                    PlainOp = 279
	OpV128Xor                   PlainOp = 280
	OpV128Bitselect             PlainOp = 281
	OpV128AnyTrue               PlainOp = 282
	OpF32x4DemoteF64x2Zero      PlainOp = 293
	OpF64x2PromoteLowF32x4      PlainOp = 294
	OpI8x16Abs                  PlainOp = 295
	OpI8x16Neg                  PlainOp = 296
	OpI8x16Popcnt               PlainOp = 297
	OpI8x16AllTrue              PlainOp = 298
	OpI8x16Bitmask              PlainOp = 299
	OpI8x16NarrowI16x8S         PlainOp = 300
	OpI8x16NarrowI16x8U         PlainOp = 301
	OpF32x4Ceil                 PlainOp = 302
	OpF32x4Floor                PlainOp = 303
	OpF32x4Trunc                PlainOp = 304
	OpF32x4Nearest              PlainOp = 305
	OpI8x16Shl                  PlainOp = 306
	OpI8x16ShrS                 PlainOp = 307
	OpI8x16ShrU                 PlainOp = 308
	OpI8x16Add                  PlainOp = 309
	OpI8x16AddSatS              PlainOp = 310
	OpI8x16AddSatU              PlainOp = 311
	OpI8x16Sub                  PlainOp = 312
	OpI8x16SubSatS              PlainOp = 313
	OpI8x16SubSatU              PlainOp = 314
	OpF64x2Ceil                 PlainOp = 315
	OpF64x2Floor                PlainOp = 316
	OpI8x16MinS                 PlainOp = 317
	OpI8x16MinU                 PlainOp = 318
	OpI8x16MaxS                 PlainOp = 319
	OpI8x16MaxU                 PlainOp = 320
	OpF64x2Trunc                PlainOp = 321
	OpI8x16AvgrU                PlainOp = 322
	OpI16x8ExtaddPairwiseI8x16S PlainOp = 323
	OpI16x8ExtaddPairwiseI8x16U PlainOp = 324
	OpI32x4ExtaddPairwiseI16x8S PlainOp = 325
	OpI32x4ExtaddPairwiseI16x8U PlainOp = 326
	OpI16x8Abs                  PlainOp = 327
	OpI16x8Neg                  PlainOp = 328
	OpI16x8Q15mulrSatS          PlainOp = 329
	OpI16x8AllTrue              PlainOp = 330
	OpI16x8Bitmask              PlainOp = 331
	OpI16x8NarrowI32x4S         PlainOp = 332
	OpI16x8NarrowI32x4U         PlainOp = 333
	OpI16x8ExtendLowI8x16S      PlainOp = 334
	OpI16x8ExtendHighI8x16S     PlainOp = 335
	OpI16x8ExtendLowI8x16U      PlainOp = 336
	OpI16x8ExtendHighI8x16U     PlainOp = 337
	OpI16x8Shl                  PlainOp = 338
	OpI16x8ShrS                 PlainOp = 339
	OpI16x8ShrU                 PlainOp = 340
	OpI16x8Add                  PlainOp = 341
	OpI16x8AddSatS              PlainOp = 342
	OpI16x8AddSatU              PlainOp = 343
	OpI16x8Sub                  PlainOp = 344
	OpI16x8SubSatS              PlainOp = 345
	OpI16x8SubSatU              PlainOp = 346
	OpF64x2Nearest              PlainOp = 347
	OpI16x8Mul                  PlainOp = 348
	OpI16x8MinS                 PlainOp = 349
	OpI16x8MinU                 PlainOp = 350
	OpI16x8MaxS                 PlainOp = 351
	OpI16x8MaxU                 PlainOp = 352
	OpI16x8AvgrU                PlainOp = 353
	OpI16x8ExtmulLowI8x16S      PlainOp = 354
	OpI16x8ExtmulHighI8x16S     PlainOp = 355
	OpI16x8ExtmulLowI8x16U      PlainOp = 356
	OpI16x8ExtmulHighI8x16U     PlainOp = 357
	OpI32x4Abs                  PlainOp = 358
	OpI32x4Neg                  PlainOp = 359
	OpI32x4AllTrue              PlainOp = 360
	OpI32x4Bitmask              PlainOp = 361
	OpI32x4ExtendLowI16x8S      PlainOp = 362
	OpI32x4ExtendHighI16x8S     PlainOp = 363
	OpI32x4ExtendLowI16x8U      PlainOp = 364
	OpI32x4ExtendHighI16x8U     PlainOp = 365
	OpI32x4Shl                  PlainOp = 366
	OpI32x4ShrS                 PlainOp = 367
	OpI32x4ShrU                 PlainOp = 368
	OpI32x4Add                  PlainOp = 369
	OpI32x4Sub                  PlainOp = 370
	OpI32x4Mul                  PlainOp = 371
	OpI32x4MinS                 PlainOp = 372
	OpI32x4MinU                 PlainOp = 373
	OpI32x4MaxS                 PlainOp = 374
	OpI32x4MaxU                 PlainOp = 375
	OpI32x4DotI16x8S            PlainOp = 376
	OpI32x4ExtmulLowI16x8S      PlainOp = 377
	OpI32x4ExtmulHighI16x8S     PlainOp = 378
	OpI32x4ExtmulLowI16x8U      PlainOp = 379
	OpI32x4ExtmulHighI16x8U     PlainOp = 380
	OpI64x2Abs                  PlainOp = 381
	OpI64x2Neg                  PlainOp = 382
	OpI64x2AllTrue              PlainOp = 383
	OpI64x2Bitmask              PlainOp = 384
	OpI64x2ExtendLowI32x4S      PlainOp = 385
	OpI64x2ExtendHighI32x4S     PlainOp = 386
	OpI64x2ExtendLowI32x4U      PlainOp = 387
	OpI64x2ExtendHighI32x4U     PlainOp = 388
	OpI64x2Shl                  PlainOp = 389
	OpI64x2ShrS                 PlainOp = 390
	OpI64x2ShrU                 PlainOp = 391
	OpI64x2Add                  PlainOp = 392
	OpI64x2Sub                  PlainOp = 393
	OpI64x2Mul                  PlainOp = 394
	OpI64x2Eq                   PlainOp = 395
	OpI64x2Ne                   PlainOp = 396
	OpI64x2LtS                  PlainOp = 397
	OpI64x2GtS                  PlainOp = 398
	OpI64x2LeS                  PlainOp = 399
	OpI64x2GeS                  PlainOp = 400
	OpI64x2ExtmulLowI32x4S      PlainOp = 401
	OpI64x2ExtmulHighI32x4S     PlainOp = 402
	OpI64x2ExtmulLowI32x4U      PlainOp = 403
	OpI64x2ExtmulHighI32x4U     PlainOp = 404
	OpF32x4Abs                  PlainOp = 405
	OpF32x4Neg                  PlainOp = 406
	OpF32x4Sqrt                 PlainOp = 407
	OpF32x4Add                  PlainOp = 408
	OpF32x4Sub                  PlainOp = 409
	OpF32x4Mul                  PlainOp = 410
	OpF32x4Div                  PlainOp = 411
	OpF32x4Min                  PlainOp = 412
	OpF32x4Max                  PlainOp = 413
	OpF32x4Pmin                 PlainOp = 414
	OpF32x4Pmax                 PlainOp = 415
	OpF64x2Abs                  PlainOp = 416
	OpF64x2Neg                  PlainOp = 417
	OpF64x2Sqrt                 PlainOp = 418
	OpF64x2Add                  PlainOp = 419
	OpF64x2Sub                  PlainOp = 420
	OpF64x2Mul                  PlainOp = 421
	OpF64x2Div                  PlainOp = 422
	OpF64x2Min                  PlainOp = 423
	OpF64x2Max                  PlainOp = 424
	OpF64x2Pmin                 PlainOp = 425
	OpF64x2Pmax                 PlainOp = 426
	OpI32x4TruncSatF32x4S       PlainOp = 427
	OpI32x4TruncSatF32x4U       PlainOp = 428
	OpF32x4ConvertI32x4S        PlainOp = 429
	OpF32x4ConvertI32x4U        PlainOp = 430
	OpI32x4TruncSatF64x2SZero   PlainOp = 431
	OpI32x4TruncSatF64x2UZero   PlainOp = 432
	OpF64x2ConvertLowI32x4S     PlainOp = 433
	OpF64x2ConvertLowI32x4U     PlainOp = 434
)

// Op returns the instruction's row.
func (i Plain) Op() Op { return Op(i.Code) }
func (Plain) instr()   {}

// BlockOp is the operator of the shape Block.
type BlockOp Op

// Op returns the row of c.
func (c BlockOp) Op() Op { return Op(c) }

// String returns the mnemonic.
func (c BlockOp) String() string { return Op(c).String() }

// Group is equal for operators of the same type, which can stand for each other in a valid body.
func (c BlockOp) Group() uint16 { return Op(c).group() }

// The operators of the shape Block.
const (
	OpBlock BlockOp = 2
	OpLoop  BlockOp = 3
)

// Op returns the instruction's row.
func (i Block) Op() Op { return Op(i.Code) }
func (Block) instr()   {}

// The operators of the shape If.
const (
	OpIf Op = 4
)

// Op returns the instruction's row.
func (i If) Op() Op { return OpIf }
func (If) instr()   {}

// BranchOp is the operator of the shape Branch.
type BranchOp Op

// Op returns the row of c.
func (c BranchOp) Op() Op { return Op(c) }

// String returns the mnemonic.
func (c BranchOp) String() string { return Op(c).String() }

// Group is equal for operators of the same type, which can stand for each other in a valid body.
func (c BranchOp) Group() uint16 { return Op(c).group() }

// The operators of the shape Branch.
const (
	OpBr   BranchOp = 5
	OpBrIf BranchOp = 6
)

// Op returns the instruction's row.
func (i Branch) Op() Op { return Op(i.Code) }
func (Branch) instr()   {}

// The operators of the shape BranchTable.
const (
	OpBrTable Op = 7
)

// Op returns the instruction's row.
func (i BranchTable) Op() Op { return OpBrTable }
func (BranchTable) instr()   {}

// The operators of the shape Call.
const (
	OpCall Op = 9
)

// Op returns the instruction's row.
func (i Call) Op() Op { return OpCall }
func (Call) instr()   {}

// The operators of the shape CallIndirect.
const (
	OpCallIndirect Op = 10
)

// Op returns the instruction's row.
func (i CallIndirect) Op() Op { return OpCallIndirect }
func (CallIndirect) instr()   {}

// The operators of the shape SelectT.
const (
	OpSelectT Op = 13
)

// Op returns the instruction's row.
func (i SelectT) Op() Op { return OpSelectT }
func (SelectT) instr()   {}

// LocalOp is the operator of the shape Local.
type LocalOp Op

// Op returns the row of c.
func (c LocalOp) Op() Op { return Op(c) }

// String returns the mnemonic.
func (c LocalOp) String() string { return Op(c).String() }

// Group is equal for operators of the same type, which can stand for each other in a valid body.
func (c LocalOp) Group() uint16 { return Op(c).group() }

// The operators of the shape Local.
const (
	OpLocalGet LocalOp = 14
	OpLocalSet LocalOp = 15
	OpLocalTee LocalOp = 16
)

// Op returns the instruction's row.
func (i Local) Op() Op { return Op(i.Code) }
func (Local) instr()   {}

// GlobalOp is the operator of the shape Global.
type GlobalOp Op

// Op returns the row of c.
func (c GlobalOp) Op() Op { return Op(c) }

// String returns the mnemonic.
func (c GlobalOp) String() string { return Op(c).String() }

// Group is equal for operators of the same type, which can stand for each other in a valid body.
func (c GlobalOp) Group() uint16 { return Op(c).group() }

// The operators of the shape Global.
const (
	OpGlobalGet GlobalOp = 17
	OpGlobalSet GlobalOp = 18
)

// Op returns the instruction's row.
func (i Global) Op() Op { return Op(i.Code) }
func (Global) instr()   {}

// TableOp is the operator of the shape Table.
type TableOp Op

// Op returns the row of c.
func (c TableOp) Op() Op { return Op(c) }

// String returns the mnemonic.
func (c TableOp) String() string { return Op(c).String() }

// Group is equal for operators of the same type, which can stand for each other in a valid body.
func (c TableOp) Group() uint16 { return Op(c).group() }

// The operators of the shape Table.
const (
	OpTableGet  TableOp = 19
	OpTableSet  TableOp = 20
	OpTableGrow TableOp = 196
	OpTableSize TableOp = 197
	OpTableFill TableOp = 198
)

// Op returns the instruction's row.
func (i Table) Op() Op { return Op(i.Code) }
func (Table) instr()   {}

// AccessOp is the operator of the shape Access.
type AccessOp Op

// Op returns the row of c.
func (c AccessOp) Op() Op { return Op(c) }

// String returns the mnemonic.
func (c AccessOp) String() string { return Op(c).String() }

// Group is equal for operators of the same type, which can stand for each other in a valid body.
func (c AccessOp) Group() uint16 { return Op(c).group() }

// The operators of the shape Access.
const (
	OpI32Load         AccessOp = 21
	OpI64Load         AccessOp = 22
	OpF32Load         AccessOp = 23
	OpF64Load         AccessOp = 24
	OpI32Load8S       AccessOp = 25
	OpI32Load8U       AccessOp = 26
	OpI32Load16S      AccessOp = 27
	OpI32Load16U      AccessOp = 28
	OpI64Load8S       AccessOp = 29
	OpI64Load8U       AccessOp = 30
	OpI64Load16S      AccessOp = 31
	OpI64Load16U      AccessOp = 32
	OpI64Load32S      AccessOp = 33
	OpI64Load32U      AccessOp = 34
	OpI32Store        AccessOp = 35
	OpI64Store        AccessOp = 36
	OpF32Store        AccessOp = 37
	OpF64Store        AccessOp = 38
	OpI32Store8       AccessOp = 39
	OpI32Store16      AccessOp = 40
	OpI64Store8       AccessOp = 41
	OpI64Store16      AccessOp = 42
	OpI64Store32      AccessOp = 43
	OpV128Load        AccessOp = 199
	OpV128Load8x8S    AccessOp = 200
	OpV128Load8x8U    AccessOp = 201
	OpV128Load16x4S   AccessOp = 202
	OpV128Load16x4U   AccessOp = 203
	OpV128Load32x2S   AccessOp = 204
	OpV128Load32x2U   AccessOp = 205
	OpV128Load8Splat  AccessOp = 206
	OpV128Load16Splat AccessOp = 207
	OpV128Load32Splat AccessOp = 208
	OpV128Load64Splat AccessOp = 209
	OpV128Store       AccessOp = 210
	OpV128Load32Zero  AccessOp = 291
	OpV128Load64Zero  AccessOp = 292
)

// Op returns the instruction's row.
func (i Access) Op() Op { return Op(i.Code) }
func (Access) instr()   {}

// MemoryOp is the operator of the shape Memory.
type MemoryOp Op

// Op returns the row of c.
func (c MemoryOp) Op() Op { return Op(c) }

// String returns the mnemonic.
func (c MemoryOp) String() string { return Op(c).String() }

// Group is equal for operators of the same type, which can stand for each other in a valid body.
func (c MemoryOp) Group() uint16 { return Op(c).group() }

// The operators of the shape Memory.
const (
	OpMemorySize MemoryOp = 44
	OpMemoryGrow MemoryOp = 45
	OpMemoryFill MemoryOp = 192
)

// Op returns the instruction's row.
func (i Memory) Op() Op { return Op(i.Code) }
func (Memory) instr()   {}

// The operators of the shape I32Const.
const (
	OpI32Const Op = 46
)

// Op returns the instruction's row.
func (i I32Const) Op() Op { return OpI32Const }
func (I32Const) instr()   {}

// The operators of the shape I64Const.
const (
	OpI64Const Op = 47
)

// Op returns the instruction's row.
func (i I64Const) Op() Op { return OpI64Const }
func (I64Const) instr()   {}

// The operators of the shape F32Const.
const (
	OpF32Const Op = 48
)

// Op returns the instruction's row.
func (i F32Const) Op() Op { return OpF32Const }
func (F32Const) instr()   {}

// The operators of the shape F64Const.
const (
	OpF64Const Op = 49
)

// Op returns the instruction's row.
func (i F64Const) Op() Op { return OpF64Const }
func (F64Const) instr()   {}

// The operators of the shape RefNull.
const (
	OpRefNull Op = 178
)

// Op returns the instruction's row.
func (i RefNull) Op() Op { return OpRefNull }
func (RefNull) instr()   {}

// The operators of the shape RefFunc.
const (
	OpRefFunc Op = 180
)

// Op returns the instruction's row.
func (i RefFunc) Op() Op { return OpRefFunc }
func (RefFunc) instr()   {}

// The operators of the shape MemoryInit.
const (
	OpMemoryInit Op = 189
)

// Op returns the instruction's row.
func (i MemoryInit) Op() Op { return OpMemoryInit }
func (MemoryInit) instr()   {}

// The operators of the shape DataDrop.
const (
	OpDataDrop Op = 190
)

// Op returns the instruction's row.
func (i DataDrop) Op() Op { return OpDataDrop }
func (DataDrop) instr()   {}

// The operators of the shape MemoryCopy.
const (
	OpMemoryCopy Op = 191
)

// Op returns the instruction's row.
func (i MemoryCopy) Op() Op { return OpMemoryCopy }
func (MemoryCopy) instr()   {}

// The operators of the shape TableInit.
const (
	OpTableInit Op = 193
)

// Op returns the instruction's row.
func (i TableInit) Op() Op { return OpTableInit }
func (TableInit) instr()   {}

// The operators of the shape ElemDrop.
const (
	OpElemDrop Op = 194
)

// Op returns the instruction's row.
func (i ElemDrop) Op() Op { return OpElemDrop }
func (ElemDrop) instr()   {}

// The operators of the shape TableCopy.
const (
	OpTableCopy Op = 195
)

// Op returns the instruction's row.
func (i TableCopy) Op() Op { return OpTableCopy }
func (TableCopy) instr()   {}

// The operators of the shape V128Const.
const (
	OpV128Const Op = 211
)

// Op returns the instruction's row.
func (i V128Const) Op() Op { return OpV128Const }
func (V128Const) instr()   {}

// The operators of the shape Shuffle.
const (
	OpI8x16Shuffle Op = 212
)

// Op returns the instruction's row.
func (i Shuffle) Op() Op { return OpI8x16Shuffle }
func (Shuffle) instr()   {}

// LaneOp is the operator of the shape Lane.
type LaneOp Op

// Op returns the row of c.
func (c LaneOp) Op() Op { return Op(c) }

// String returns the mnemonic.
func (c LaneOp) String() string { return Op(c).String() }

// Group is equal for operators of the same type, which can stand for each other in a valid body.
func (c LaneOp) Group() uint16 { return Op(c).group() }

// The operators of the shape Lane.
const (
	OpI8x16ExtractLaneS LaneOp = 220
	OpI8x16ExtractLaneU LaneOp = 221
	OpI8x16ReplaceLane  LaneOp = 222
	OpI16x8ExtractLaneS LaneOp = 223
	OpI16x8ExtractLaneU LaneOp = 224
	OpI16x8ReplaceLane  LaneOp = 225
	OpI32x4ExtractLane  LaneOp = 226
	OpI32x4ReplaceLane  LaneOp = 227
	OpI64x2ExtractLane  LaneOp = 228
	OpI64x2ReplaceLane  LaneOp = 229
	OpF32x4ExtractLane  LaneOp = 230
	OpF32x4ReplaceLane  LaneOp = 231
	OpF64x2ExtractLane  LaneOp = 232
	OpF64x2ReplaceLane  LaneOp = 233
)

// Op returns the instruction's row.
func (i Lane) Op() Op { return Op(i.Code) }
func (Lane) instr()   {}

// AccessLaneOp is the operator of the shape AccessLane.
type AccessLaneOp Op

// Op returns the row of c.
func (c AccessLaneOp) Op() Op { return Op(c) }

// String returns the mnemonic.
func (c AccessLaneOp) String() string { return Op(c).String() }

// Group is equal for operators of the same type, which can stand for each other in a valid body.
func (c AccessLaneOp) Group() uint16 { return Op(c).group() }

// The operators of the shape AccessLane.
const (
	OpV128Load8Lane   AccessLaneOp = 283
	OpV128Load16Lane  AccessLaneOp = 284
	OpV128Load32Lane  AccessLaneOp = 285
	OpV128Load64Lane  AccessLaneOp = 286
	OpV128Store8Lane  AccessLaneOp = 287
	OpV128Store16Lane AccessLaneOp = 288
	OpV128Store32Lane AccessLaneOp = 289
	OpV128Store64Lane AccessLaneOp = 290
)

// Op returns the instruction's row.
func (i AccessLane) Op() Op { return Op(i.Code) }
func (AccessLane) instr()   {}

var infos = [...]Info{
	OpNop:                       {Name: "nop", Shape: ShapePlain, Prefix: 0, Code: 0x01},
	OpUnreachable:               {Name: "unreachable", Shape: ShapePlain, Prefix: 0, Code: 0x00, Rule: true},
	OpBlock:                     {Name: "block", Shape: ShapeBlock, Prefix: 0, Code: 0x02, Rule: true},
	OpLoop:                      {Name: "loop", Shape: ShapeBlock, Prefix: 0, Code: 0x03, Rule: true},
	OpIf:                        {Name: "if", Shape: ShapeIf, Prefix: 0, Code: 0x04, Rule: true},
	OpBr:                        {Name: "br", Shape: ShapeBranch, Prefix: 0, Code: 0x0C, Rule: true},
	OpBrIf:                      {Name: "br_if", Shape: ShapeBranch, Prefix: 0, Code: 0x0D, Rule: true},
	OpBrTable:                   {Name: "br_table", Shape: ShapeBranchTable, Prefix: 0, Code: 0x0E, Rule: true},
	OpReturn:                    {Name: "return", Shape: ShapePlain, Prefix: 0, Code: 0x0F, Rule: true},
	OpCall:                      {Name: "call", Shape: ShapeCall, Prefix: 0, Code: 0x10, Rule: true},
	OpCallIndirect:              {Name: "call_indirect", Shape: ShapeCallIndirect, Prefix: 0, Code: 0x11, Rule: true},
	OpDrop:                      {Name: "drop", Shape: ShapePlain, Prefix: 0, Code: 0x1A, Rule: true},
	OpSelect:                    {Name: "select", Shape: ShapePlain, Prefix: 0, Code: 0x1B, Rule: true},
	OpSelectT:                   {Name: "select", Shape: ShapeSelectT, Prefix: 0, Code: 0x1C, Feature: ReferenceTypes, Rule: true},
	OpLocalGet:                  {Name: "local.get", Shape: ShapeLocal, Prefix: 0, Code: 0x20, Rule: true},
	OpLocalSet:                  {Name: "local.set", Shape: ShapeLocal, Prefix: 0, Code: 0x21, Rule: true},
	OpLocalTee:                  {Name: "local.tee", Shape: ShapeLocal, Prefix: 0, Code: 0x22, Rule: true},
	OpGlobalGet:                 {Name: "global.get", Shape: ShapeGlobal, Prefix: 0, Code: 0x23, Rule: true},
	OpGlobalSet:                 {Name: "global.set", Shape: ShapeGlobal, Prefix: 0, Code: 0x24, Rule: true},
	OpTableGet:                  {Name: "table.get", Shape: ShapeTable, Prefix: 0, Code: 0x25, Feature: ReferenceTypes, Rule: true},
	OpTableSet:                  {Name: "table.set", Shape: ShapeTable, Prefix: 0, Code: 0x26, Feature: ReferenceTypes, Rule: true},
	OpI32Load:                   {Name: "i32.load", Shape: ShapeAccess, Prefix: 0, Code: 0x28, Params: []ValType{I32}, Results: []ValType{I32}, Size: 4},
	OpI64Load:                   {Name: "i64.load", Shape: ShapeAccess, Prefix: 0, Code: 0x29, Params: []ValType{I32}, Results: []ValType{I64}, Size: 8},
	OpF32Load:                   {Name: "f32.load", Shape: ShapeAccess, Prefix: 0, Code: 0x2A, Params: []ValType{I32}, Results: []ValType{F32}, Size: 4},
	OpF64Load:                   {Name: "f64.load", Shape: ShapeAccess, Prefix: 0, Code: 0x2B, Params: []ValType{I32}, Results: []ValType{F64}, Size: 8},
	OpI32Load8S:                 {Name: "i32.load8_s", Shape: ShapeAccess, Prefix: 0, Code: 0x2C, Params: []ValType{I32}, Results: []ValType{I32}, Size: 1},
	OpI32Load8U:                 {Name: "i32.load8_u", Shape: ShapeAccess, Prefix: 0, Code: 0x2D, Params: []ValType{I32}, Results: []ValType{I32}, Size: 1},
	OpI32Load16S:                {Name: "i32.load16_s", Shape: ShapeAccess, Prefix: 0, Code: 0x2E, Params: []ValType{I32}, Results: []ValType{I32}, Size: 2},
	OpI32Load16U:                {Name: "i32.load16_u", Shape: ShapeAccess, Prefix: 0, Code: 0x2F, Params: []ValType{I32}, Results: []ValType{I32}, Size: 2},
	OpI64Load8S:                 {Name: "i64.load8_s", Shape: ShapeAccess, Prefix: 0, Code: 0x30, Params: []ValType{I32}, Results: []ValType{I64}, Size: 1},
	OpI64Load8U:                 {Name: "i64.load8_u", Shape: ShapeAccess, Prefix: 0, Code: 0x31, Params: []ValType{I32}, Results: []ValType{I64}, Size: 1},
	OpI64Load16S:                {Name: "i64.load16_s", Shape: ShapeAccess, Prefix: 0, Code: 0x32, Params: []ValType{I32}, Results: []ValType{I64}, Size: 2},
	OpI64Load16U:                {Name: "i64.load16_u", Shape: ShapeAccess, Prefix: 0, Code: 0x33, Params: []ValType{I32}, Results: []ValType{I64}, Size: 2},
	OpI64Load32S:                {Name: "i64.load32_s", Shape: ShapeAccess, Prefix: 0, Code: 0x34, Params: []ValType{I32}, Results: []ValType{I64}, Size: 4},
	OpI64Load32U:                {Name: "i64.load32_u", Shape: ShapeAccess, Prefix: 0, Code: 0x35, Params: []ValType{I32}, Results: []ValType{I64}, Size: 4},
	OpI32Store:                  {Name: "i32.store", Shape: ShapeAccess, Prefix: 0, Code: 0x36, Params: []ValType{I32, I32}, Size: 4},
	OpI64Store:                  {Name: "i64.store", Shape: ShapeAccess, Prefix: 0, Code: 0x37, Params: []ValType{I32, I64}, Size: 8},
	OpF32Store:                  {Name: "f32.store", Shape: ShapeAccess, Prefix: 0, Code: 0x38, Params: []ValType{I32, F32}, Size: 4},
	OpF64Store:                  {Name: "f64.store", Shape: ShapeAccess, Prefix: 0, Code: 0x39, Params: []ValType{I32, F64}, Size: 8},
	OpI32Store8:                 {Name: "i32.store8", Shape: ShapeAccess, Prefix: 0, Code: 0x3A, Params: []ValType{I32, I32}, Size: 1},
	OpI32Store16:                {Name: "i32.store16", Shape: ShapeAccess, Prefix: 0, Code: 0x3B, Params: []ValType{I32, I32}, Size: 2},
	OpI64Store8:                 {Name: "i64.store8", Shape: ShapeAccess, Prefix: 0, Code: 0x3C, Params: []ValType{I32, I64}, Size: 1},
	OpI64Store16:                {Name: "i64.store16", Shape: ShapeAccess, Prefix: 0, Code: 0x3D, Params: []ValType{I32, I64}, Size: 2},
	OpI64Store32:                {Name: "i64.store32", Shape: ShapeAccess, Prefix: 0, Code: 0x3E, Params: []ValType{I32, I64}, Size: 4},
	OpMemorySize:                {Name: "memory.size", Shape: ShapeMemory, Prefix: 0, Code: 0x3F, Results: []ValType{I32}},
	OpMemoryGrow:                {Name: "memory.grow", Shape: ShapeMemory, Prefix: 0, Code: 0x40, Params: []ValType{I32}, Results: []ValType{I32}},
	OpI32Const:                  {Name: "i32.const", Shape: ShapeI32Const, Prefix: 0, Code: 0x41, Results: []ValType{I32}},
	OpI64Const:                  {Name: "i64.const", Shape: ShapeI64Const, Prefix: 0, Code: 0x42, Results: []ValType{I64}},
	OpF32Const:                  {Name: "f32.const", Shape: ShapeF32Const, Prefix: 0, Code: 0x43, Results: []ValType{F32}},
	OpF64Const:                  {Name: "f64.const", Shape: ShapeF64Const, Prefix: 0, Code: 0x44, Results: []ValType{F64}},
	OpI32Eqz:                    {Name: "i32.eqz", Shape: ShapePlain, Prefix: 0, Code: 0x45, Params: []ValType{I32}, Results: []ValType{I32}},
	OpI32Eq:                     {Name: "i32.eq", Shape: ShapePlain, Prefix: 0, Code: 0x46, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32Ne:                     {Name: "i32.ne", Shape: ShapePlain, Prefix: 0, Code: 0x47, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32LtS:                    {Name: "i32.lt_s", Shape: ShapePlain, Prefix: 0, Code: 0x48, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32LtU:                    {Name: "i32.lt_u", Shape: ShapePlain, Prefix: 0, Code: 0x49, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32GtS:                    {Name: "i32.gt_s", Shape: ShapePlain, Prefix: 0, Code: 0x4A, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32GtU:                    {Name: "i32.gt_u", Shape: ShapePlain, Prefix: 0, Code: 0x4B, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32LeS:                    {Name: "i32.le_s", Shape: ShapePlain, Prefix: 0, Code: 0x4C, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32LeU:                    {Name: "i32.le_u", Shape: ShapePlain, Prefix: 0, Code: 0x4D, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32GeS:                    {Name: "i32.ge_s", Shape: ShapePlain, Prefix: 0, Code: 0x4E, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32GeU:                    {Name: "i32.ge_u", Shape: ShapePlain, Prefix: 0, Code: 0x4F, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI64Eqz:                    {Name: "i64.eqz", Shape: ShapePlain, Prefix: 0, Code: 0x50, Params: []ValType{I64}, Results: []ValType{I32}},
	OpI64Eq:                     {Name: "i64.eq", Shape: ShapePlain, Prefix: 0, Code: 0x51, Params: []ValType{I64, I64}, Results: []ValType{I32}},
	OpI64Ne:                     {Name: "i64.ne", Shape: ShapePlain, Prefix: 0, Code: 0x52, Params: []ValType{I64, I64}, Results: []ValType{I32}},
	OpI64LtS:                    {Name: "i64.lt_s", Shape: ShapePlain, Prefix: 0, Code: 0x53, Params: []ValType{I64, I64}, Results: []ValType{I32}},
	OpI64LtU:                    {Name: "i64.lt_u", Shape: ShapePlain, Prefix: 0, Code: 0x54, Params: []ValType{I64, I64}, Results: []ValType{I32}},
	OpI64GtS:                    {Name: "i64.gt_s", Shape: ShapePlain, Prefix: 0, Code: 0x55, Params: []ValType{I64, I64}, Results: []ValType{I32}},
	OpI64GtU:                    {Name: "i64.gt_u", Shape: ShapePlain, Prefix: 0, Code: 0x56, Params: []ValType{I64, I64}, Results: []ValType{I32}},
	OpI64LeS:                    {Name: "i64.le_s", Shape: ShapePlain, Prefix: 0, Code: 0x57, Params: []ValType{I64, I64}, Results: []ValType{I32}},
	OpI64LeU:                    {Name: "i64.le_u", Shape: ShapePlain, Prefix: 0, Code: 0x58, Params: []ValType{I64, I64}, Results: []ValType{I32}},
	OpI64GeS:                    {Name: "i64.ge_s", Shape: ShapePlain, Prefix: 0, Code: 0x59, Params: []ValType{I64, I64}, Results: []ValType{I32}},
	OpI64GeU:                    {Name: "i64.ge_u", Shape: ShapePlain, Prefix: 0, Code: 0x5A, Params: []ValType{I64, I64}, Results: []ValType{I32}},
	OpF32Eq:                     {Name: "f32.eq", Shape: ShapePlain, Prefix: 0, Code: 0x5B, Params: []ValType{F32, F32}, Results: []ValType{I32}},
	OpF32Ne:                     {Name: "f32.ne", Shape: ShapePlain, Prefix: 0, Code: 0x5C, Params: []ValType{F32, F32}, Results: []ValType{I32}},
	OpF32Lt:                     {Name: "f32.lt", Shape: ShapePlain, Prefix: 0, Code: 0x5D, Params: []ValType{F32, F32}, Results: []ValType{I32}},
	OpF32Gt:                     {Name: "f32.gt", Shape: ShapePlain, Prefix: 0, Code: 0x5E, Params: []ValType{F32, F32}, Results: []ValType{I32}},
	OpF32Le:                     {Name: "f32.le", Shape: ShapePlain, Prefix: 0, Code: 0x5F, Params: []ValType{F32, F32}, Results: []ValType{I32}},
	OpF32Ge:                     {Name: "f32.ge", Shape: ShapePlain, Prefix: 0, Code: 0x60, Params: []ValType{F32, F32}, Results: []ValType{I32}},
	OpF64Eq:                     {Name: "f64.eq", Shape: ShapePlain, Prefix: 0, Code: 0x61, Params: []ValType{F64, F64}, Results: []ValType{I32}},
	OpF64Ne:                     {Name: "f64.ne", Shape: ShapePlain, Prefix: 0, Code: 0x62, Params: []ValType{F64, F64}, Results: []ValType{I32}},
	OpF64Lt:                     {Name: "f64.lt", Shape: ShapePlain, Prefix: 0, Code: 0x63, Params: []ValType{F64, F64}, Results: []ValType{I32}},
	OpF64Gt:                     {Name: "f64.gt", Shape: ShapePlain, Prefix: 0, Code: 0x64, Params: []ValType{F64, F64}, Results: []ValType{I32}},
	OpF64Le:                     {Name: "f64.le", Shape: ShapePlain, Prefix: 0, Code: 0x65, Params: []ValType{F64, F64}, Results: []ValType{I32}},
	OpF64Ge:                     {Name: "f64.ge", Shape: ShapePlain, Prefix: 0, Code: 0x66, Params: []ValType{F64, F64}, Results: []ValType{I32}},
	OpI32Clz:                    {Name: "i32.clz", Shape: ShapePlain, Prefix: 0, Code: 0x67, Params: []ValType{I32}, Results: []ValType{I32}},
	OpI32Ctz:                    {Name: "i32.ctz", Shape: ShapePlain, Prefix: 0, Code: 0x68, Params: []ValType{I32}, Results: []ValType{I32}},
	OpI32Popcnt:                 {Name: "i32.popcnt", Shape: ShapePlain, Prefix: 0, Code: 0x69, Params: []ValType{I32}, Results: []ValType{I32}},
	OpI32Add:                    {Name: "i32.add", Shape: ShapePlain, Prefix: 0, Code: 0x6A, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32Sub:                    {Name: "i32.sub", Shape: ShapePlain, Prefix: 0, Code: 0x6B, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32Mul:                    {Name: "i32.mul", Shape: ShapePlain, Prefix: 0, Code: 0x6C, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32DivS:                   {Name: "i32.div_s", Shape: ShapePlain, Prefix: 0, Code: 0x6D, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32DivU:                   {Name: "i32.div_u", Shape: ShapePlain, Prefix: 0, Code: 0x6E, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32RemS:                   {Name: "i32.rem_s", Shape: ShapePlain, Prefix: 0, Code: 0x6F, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32RemU:                   {Name: "i32.rem_u", Shape: ShapePlain, Prefix: 0, Code: 0x70, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32And:                    {Name: "i32.and", Shape: ShapePlain, Prefix: 0, Code: 0x71, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32Or:                     {Name: "i32.or", Shape: ShapePlain, Prefix: 0, Code: 0x72, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32Xor:                    {Name: "i32.xor", Shape: ShapePlain, Prefix: 0, Code: 0x73, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32Shl:                    {Name: "i32.shl", Shape: ShapePlain, Prefix: 0, Code: 0x74, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32ShrS:                   {Name: "i32.shr_s", Shape: ShapePlain, Prefix: 0, Code: 0x75, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32ShrU:                   {Name: "i32.shr_u", Shape: ShapePlain, Prefix: 0, Code: 0x76, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32Rotl:                   {Name: "i32.rotl", Shape: ShapePlain, Prefix: 0, Code: 0x77, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI32Rotr:                   {Name: "i32.rotr", Shape: ShapePlain, Prefix: 0, Code: 0x78, Params: []ValType{I32, I32}, Results: []ValType{I32}},
	OpI64Clz:                    {Name: "i64.clz", Shape: ShapePlain, Prefix: 0, Code: 0x79, Params: []ValType{I64}, Results: []ValType{I64}},
	OpI64Ctz:                    {Name: "i64.ctz", Shape: ShapePlain, Prefix: 0, Code: 0x7A, Params: []ValType{I64}, Results: []ValType{I64}},
	OpI64Popcnt:                 {Name: "i64.popcnt", Shape: ShapePlain, Prefix: 0, Code: 0x7B, Params: []ValType{I64}, Results: []ValType{I64}},
	OpI64Add:                    {Name: "i64.add", Shape: ShapePlain, Prefix: 0, Code: 0x7C, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64Sub:                    {Name: "i64.sub", Shape: ShapePlain, Prefix: 0, Code: 0x7D, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64Mul:                    {Name: "i64.mul", Shape: ShapePlain, Prefix: 0, Code: 0x7E, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64DivS:                   {Name: "i64.div_s", Shape: ShapePlain, Prefix: 0, Code: 0x7F, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64DivU:                   {Name: "i64.div_u", Shape: ShapePlain, Prefix: 0, Code: 0x80, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64RemS:                   {Name: "i64.rem_s", Shape: ShapePlain, Prefix: 0, Code: 0x81, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64RemU:                   {Name: "i64.rem_u", Shape: ShapePlain, Prefix: 0, Code: 0x82, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64And:                    {Name: "i64.and", Shape: ShapePlain, Prefix: 0, Code: 0x83, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64Or:                     {Name: "i64.or", Shape: ShapePlain, Prefix: 0, Code: 0x84, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64Xor:                    {Name: "i64.xor", Shape: ShapePlain, Prefix: 0, Code: 0x85, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64Shl:                    {Name: "i64.shl", Shape: ShapePlain, Prefix: 0, Code: 0x86, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64ShrS:                   {Name: "i64.shr_s", Shape: ShapePlain, Prefix: 0, Code: 0x87, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64ShrU:                   {Name: "i64.shr_u", Shape: ShapePlain, Prefix: 0, Code: 0x88, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64Rotl:                   {Name: "i64.rotl", Shape: ShapePlain, Prefix: 0, Code: 0x89, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpI64Rotr:                   {Name: "i64.rotr", Shape: ShapePlain, Prefix: 0, Code: 0x8A, Params: []ValType{I64, I64}, Results: []ValType{I64}},
	OpF32Abs:                    {Name: "f32.abs", Shape: ShapePlain, Prefix: 0, Code: 0x8B, Params: []ValType{F32}, Results: []ValType{F32}},
	OpF32Neg:                    {Name: "f32.neg", Shape: ShapePlain, Prefix: 0, Code: 0x8C, Params: []ValType{F32}, Results: []ValType{F32}},
	OpF32Ceil:                   {Name: "f32.ceil", Shape: ShapePlain, Prefix: 0, Code: 0x8D, Params: []ValType{F32}, Results: []ValType{F32}, NaN: true},
	OpF32Floor:                  {Name: "f32.floor", Shape: ShapePlain, Prefix: 0, Code: 0x8E, Params: []ValType{F32}, Results: []ValType{F32}, NaN: true},
	OpF32Trunc:                  {Name: "f32.trunc", Shape: ShapePlain, Prefix: 0, Code: 0x8F, Params: []ValType{F32}, Results: []ValType{F32}, NaN: true},
	OpF32Nearest:                {Name: "f32.nearest", Shape: ShapePlain, Prefix: 0, Code: 0x90, Params: []ValType{F32}, Results: []ValType{F32}, NaN: true},
	OpF32Sqrt:                   {Name: "f32.sqrt", Shape: ShapePlain, Prefix: 0, Code: 0x91, Params: []ValType{F32}, Results: []ValType{F32}, NaN: true},
	OpF32Add:                    {Name: "f32.add", Shape: ShapePlain, Prefix: 0, Code: 0x92, Params: []ValType{F32, F32}, Results: []ValType{F32}, NaN: true},
	OpF32Sub:                    {Name: "f32.sub", Shape: ShapePlain, Prefix: 0, Code: 0x93, Params: []ValType{F32, F32}, Results: []ValType{F32}, NaN: true},
	OpF32Mul:                    {Name: "f32.mul", Shape: ShapePlain, Prefix: 0, Code: 0x94, Params: []ValType{F32, F32}, Results: []ValType{F32}, NaN: true},
	OpF32Div:                    {Name: "f32.div", Shape: ShapePlain, Prefix: 0, Code: 0x95, Params: []ValType{F32, F32}, Results: []ValType{F32}, NaN: true},
	OpF32Min:                    {Name: "f32.min", Shape: ShapePlain, Prefix: 0, Code: 0x96, Params: []ValType{F32, F32}, Results: []ValType{F32}, NaN: true},
	OpF32Max:                    {Name: "f32.max", Shape: ShapePlain, Prefix: 0, Code: 0x97, Params: []ValType{F32, F32}, Results: []ValType{F32}, NaN: true},
	OpF32Copysign:               {Name: "f32.copysign", Shape: ShapePlain, Prefix: 0, Code: 0x98, Params: []ValType{F32, F32}, Results: []ValType{F32}},
	OpF64Abs:                    {Name: "f64.abs", Shape: ShapePlain, Prefix: 0, Code: 0x99, Params: []ValType{F64}, Results: []ValType{F64}},
	OpF64Neg:                    {Name: "f64.neg", Shape: ShapePlain, Prefix: 0, Code: 0x9A, Params: []ValType{F64}, Results: []ValType{F64}},
	OpF64Ceil:                   {Name: "f64.ceil", Shape: ShapePlain, Prefix: 0, Code: 0x9B, Params: []ValType{F64}, Results: []ValType{F64}, NaN: true},
	OpF64Floor:                  {Name: "f64.floor", Shape: ShapePlain, Prefix: 0, Code: 0x9C, Params: []ValType{F64}, Results: []ValType{F64}, NaN: true},
	OpF64Trunc:                  {Name: "f64.trunc", Shape: ShapePlain, Prefix: 0, Code: 0x9D, Params: []ValType{F64}, Results: []ValType{F64}, NaN: true},
	OpF64Nearest:                {Name: "f64.nearest", Shape: ShapePlain, Prefix: 0, Code: 0x9E, Params: []ValType{F64}, Results: []ValType{F64}, NaN: true},
	OpF64Sqrt:                   {Name: "f64.sqrt", Shape: ShapePlain, Prefix: 0, Code: 0x9F, Params: []ValType{F64}, Results: []ValType{F64}, NaN: true},
	OpF64Add:                    {Name: "f64.add", Shape: ShapePlain, Prefix: 0, Code: 0xA0, Params: []ValType{F64, F64}, Results: []ValType{F64}, NaN: true},
	OpF64Sub:                    {Name: "f64.sub", Shape: ShapePlain, Prefix: 0, Code: 0xA1, Params: []ValType{F64, F64}, Results: []ValType{F64}, NaN: true},
	OpF64Mul:                    {Name: "f64.mul", Shape: ShapePlain, Prefix: 0, Code: 0xA2, Params: []ValType{F64, F64}, Results: []ValType{F64}, NaN: true},
	OpF64Div:                    {Name: "f64.div", Shape: ShapePlain, Prefix: 0, Code: 0xA3, Params: []ValType{F64, F64}, Results: []ValType{F64}, NaN: true},
	OpF64Min:                    {Name: "f64.min", Shape: ShapePlain, Prefix: 0, Code: 0xA4, Params: []ValType{F64, F64}, Results: []ValType{F64}, NaN: true},
	OpF64Max:                    {Name: "f64.max", Shape: ShapePlain, Prefix: 0, Code: 0xA5, Params: []ValType{F64, F64}, Results: []ValType{F64}, NaN: true},
	OpF64Copysign:               {Name: "f64.copysign", Shape: ShapePlain, Prefix: 0, Code: 0xA6, Params: []ValType{F64, F64}, Results: []ValType{F64}},
	OpI32WrapI64:                {Name: "i32.wrap_i64", Shape: ShapePlain, Prefix: 0, Code: 0xA7, Params: []ValType{I64}, Results: []ValType{I32}},
	OpI32TruncF32S:              {Name: "i32.trunc_f32_s", Shape: ShapePlain, Prefix: 0, Code: 0xA8, Params: []ValType{F32}, Results: []ValType{I32}},
	OpI32TruncF32U:              {Name: "i32.trunc_f32_u", Shape: ShapePlain, Prefix: 0, Code: 0xA9, Params: []ValType{F32}, Results: []ValType{I32}},
	OpI32TruncF64S:              {Name: "i32.trunc_f64_s", Shape: ShapePlain, Prefix: 0, Code: 0xAA, Params: []ValType{F64}, Results: []ValType{I32}},
	OpI32TruncF64U:              {Name: "i32.trunc_f64_u", Shape: ShapePlain, Prefix: 0, Code: 0xAB, Params: []ValType{F64}, Results: []ValType{I32}},
	OpI64ExtendI32S:             {Name: "i64.extend_i32_s", Shape: ShapePlain, Prefix: 0, Code: 0xAC, Params: []ValType{I32}, Results: []ValType{I64}},
	OpI64ExtendI32U:             {Name: "i64.extend_i32_u", Shape: ShapePlain, Prefix: 0, Code: 0xAD, Params: []ValType{I32}, Results: []ValType{I64}},
	OpI64TruncF32S:              {Name: "i64.trunc_f32_s", Shape: ShapePlain, Prefix: 0, Code: 0xAE, Params: []ValType{F32}, Results: []ValType{I64}},
	OpI64TruncF32U:              {Name: "i64.trunc_f32_u", Shape: ShapePlain, Prefix: 0, Code: 0xAF, Params: []ValType{F32}, Results: []ValType{I64}},
	OpI64TruncF64S:              {Name: "i64.trunc_f64_s", Shape: ShapePlain, Prefix: 0, Code: 0xB0, Params: []ValType{F64}, Results: []ValType{I64}},
	OpI64TruncF64U:              {Name: "i64.trunc_f64_u", Shape: ShapePlain, Prefix: 0, Code: 0xB1, Params: []ValType{F64}, Results: []ValType{I64}},
	OpF32ConvertI32S:            {Name: "f32.convert_i32_s", Shape: ShapePlain, Prefix: 0, Code: 0xB2, Params: []ValType{I32}, Results: []ValType{F32}},
	OpF32ConvertI32U:            {Name: "f32.convert_i32_u", Shape: ShapePlain, Prefix: 0, Code: 0xB3, Params: []ValType{I32}, Results: []ValType{F32}},
	OpF32ConvertI64S:            {Name: "f32.convert_i64_s", Shape: ShapePlain, Prefix: 0, Code: 0xB4, Params: []ValType{I64}, Results: []ValType{F32}},
	OpF32ConvertI64U:            {Name: "f32.convert_i64_u", Shape: ShapePlain, Prefix: 0, Code: 0xB5, Params: []ValType{I64}, Results: []ValType{F32}},
	OpF32DemoteF64:              {Name: "f32.demote_f64", Shape: ShapePlain, Prefix: 0, Code: 0xB6, Params: []ValType{F64}, Results: []ValType{F32}, NaN: true},
	OpF64ConvertI32S:            {Name: "f64.convert_i32_s", Shape: ShapePlain, Prefix: 0, Code: 0xB7, Params: []ValType{I32}, Results: []ValType{F64}},
	OpF64ConvertI32U:            {Name: "f64.convert_i32_u", Shape: ShapePlain, Prefix: 0, Code: 0xB8, Params: []ValType{I32}, Results: []ValType{F64}},
	OpF64ConvertI64S:            {Name: "f64.convert_i64_s", Shape: ShapePlain, Prefix: 0, Code: 0xB9, Params: []ValType{I64}, Results: []ValType{F64}},
	OpF64ConvertI64U:            {Name: "f64.convert_i64_u", Shape: ShapePlain, Prefix: 0, Code: 0xBA, Params: []ValType{I64}, Results: []ValType{F64}},
	OpF64PromoteF32:             {Name: "f64.promote_f32", Shape: ShapePlain, Prefix: 0, Code: 0xBB, Params: []ValType{F32}, Results: []ValType{F64}, NaN: true},
	OpI32ReinterpretF32:         {Name: "i32.reinterpret_f32", Shape: ShapePlain, Prefix: 0, Code: 0xBC, Params: []ValType{F32}, Results: []ValType{I32}},
	OpI64ReinterpretF64:         {Name: "i64.reinterpret_f64", Shape: ShapePlain, Prefix: 0, Code: 0xBD, Params: []ValType{F64}, Results: []ValType{I64}},
	OpF32ReinterpretI32:         {Name: "f32.reinterpret_i32", Shape: ShapePlain, Prefix: 0, Code: 0xBE, Params: []ValType{I32}, Results: []ValType{F32}},
	OpF64ReinterpretI64:         {Name: "f64.reinterpret_i64", Shape: ShapePlain, Prefix: 0, Code: 0xBF, Params: []ValType{I64}, Results: []ValType{F64}},
	OpI32Extend8S:               {Name: "i32.extend8_s", Shape: ShapePlain, Prefix: 0, Code: 0xC0, Feature: SignExtension, Params: []ValType{I32}, Results: []ValType{I32}},
	OpI32Extend16S:              {Name: "i32.extend16_s", Shape: ShapePlain, Prefix: 0, Code: 0xC1, Feature: SignExtension, Params: []ValType{I32}, Results: []ValType{I32}},
	OpI64Extend8S:               {Name: "i64.extend8_s", Shape: ShapePlain, Prefix: 0, Code: 0xC2, Feature: SignExtension, Params: []ValType{I64}, Results: []ValType{I64}},
	OpI64Extend16S:              {Name: "i64.extend16_s", Shape: ShapePlain, Prefix: 0, Code: 0xC3, Feature: SignExtension, Params: []ValType{I64}, Results: []ValType{I64}},
	OpI64Extend32S:              {Name: "i64.extend32_s", Shape: ShapePlain, Prefix: 0, Code: 0xC4, Feature: SignExtension, Params: []ValType{I64}, Results: []ValType{I64}},
	OpRefNull:                   {Name: "ref.null", Shape: ShapeRefNull, Prefix: 0, Code: 0xD0, Feature: ReferenceTypes, Rule: true},
	OpRefIsNull:                 {Name: "ref.is_null", Shape: ShapePlain, Prefix: 0, Code: 0xD1, Feature: ReferenceTypes, Rule: true},
	OpRefFunc:                   {Name: "ref.func", Shape: ShapeRefFunc, Prefix: 0, Code: 0xD2, Feature: ReferenceTypes, Results: []ValType{FuncRef}},
	OpI32TruncSatF32S:           {Name: "i32.trunc_sat_f32_s", Shape: ShapePlain, Prefix: 0xFC, Code: 0x00, Feature: Saturating, Params: []ValType{F32}, Results: []ValType{I32}},
	OpI32TruncSatF32U:           {Name: "i32.trunc_sat_f32_u", Shape: ShapePlain, Prefix: 0xFC, Code: 0x01, Feature: Saturating, Params: []ValType{F32}, Results: []ValType{I32}},
	OpI32TruncSatF64S:           {Name: "i32.trunc_sat_f64_s", Shape: ShapePlain, Prefix: 0xFC, Code: 0x02, Feature: Saturating, Params: []ValType{F64}, Results: []ValType{I32}},
	OpI32TruncSatF64U:           {Name: "i32.trunc_sat_f64_u", Shape: ShapePlain, Prefix: 0xFC, Code: 0x03, Feature: Saturating, Params: []ValType{F64}, Results: []ValType{I32}},
	OpI64TruncSatF32S:           {Name: "i64.trunc_sat_f32_s", Shape: ShapePlain, Prefix: 0xFC, Code: 0x04, Feature: Saturating, Params: []ValType{F32}, Results: []ValType{I64}},
	OpI64TruncSatF32U:           {Name: "i64.trunc_sat_f32_u", Shape: ShapePlain, Prefix: 0xFC, Code: 0x05, Feature: Saturating, Params: []ValType{F32}, Results: []ValType{I64}},
	OpI64TruncSatF64S:           {Name: "i64.trunc_sat_f64_s", Shape: ShapePlain, Prefix: 0xFC, Code: 0x06, Feature: Saturating, Params: []ValType{F64}, Results: []ValType{I64}},
	OpI64TruncSatF64U:           {Name: "i64.trunc_sat_f64_u", Shape: ShapePlain, Prefix: 0xFC, Code: 0x07, Feature: Saturating, Params: []ValType{F64}, Results: []ValType{I64}},
	OpMemoryInit:                {Name: "memory.init", Shape: ShapeMemoryInit, Prefix: 0xFC, Code: 0x08, Feature: BulkMemory, Params: []ValType{I32, I32, I32}},
	OpDataDrop:                  {Name: "data.drop", Shape: ShapeDataDrop, Prefix: 0xFC, Code: 0x09, Feature: BulkMemory},
	OpMemoryCopy:                {Name: "memory.copy", Shape: ShapeMemoryCopy, Prefix: 0xFC, Code: 0x0A, Feature: BulkMemory, Params: []ValType{I32, I32, I32}},
	OpMemoryFill:                {Name: "memory.fill", Shape: ShapeMemory, Prefix: 0xFC, Code: 0x0B, Feature: BulkMemory, Params: []ValType{I32, I32, I32}},
	OpTableInit:                 {Name: "table.init", Shape: ShapeTableInit, Prefix: 0xFC, Code: 0x0C, Feature: BulkMemory, Params: []ValType{I32, I32, I32}},
	OpElemDrop:                  {Name: "elem.drop", Shape: ShapeElemDrop, Prefix: 0xFC, Code: 0x0D, Feature: BulkMemory},
	OpTableCopy:                 {Name: "table.copy", Shape: ShapeTableCopy, Prefix: 0xFC, Code: 0x0E, Feature: BulkMemory, Params: []ValType{I32, I32, I32}},
	OpTableGrow:                 {Name: "table.grow", Shape: ShapeTable, Prefix: 0xFC, Code: 0x0F, Feature: ReferenceTypes, Rule: true},
	OpTableSize:                 {Name: "table.size", Shape: ShapeTable, Prefix: 0xFC, Code: 0x10, Feature: ReferenceTypes, Results: []ValType{I32}},
	OpTableFill:                 {Name: "table.fill", Shape: ShapeTable, Prefix: 0xFC, Code: 0x11, Feature: ReferenceTypes, Rule: true},
	OpV128Load:                  {Name: "v128.load", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x00, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 16},
	OpV128Load8x8S:              {Name: "v128.load8x8_s", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x01, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 8},
	OpV128Load8x8U:              {Name: "v128.load8x8_u", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x02, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 8},
	OpV128Load16x4S:             {Name: "v128.load16x4_s", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x03, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 8},
	OpV128Load16x4U:             {Name: "v128.load16x4_u", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x04, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 8},
	OpV128Load32x2S:             {Name: "v128.load32x2_s", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x05, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 8},
	OpV128Load32x2U:             {Name: "v128.load32x2_u", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x06, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 8},
	OpV128Load8Splat:            {Name: "v128.load8_splat", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x07, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 1},
	OpV128Load16Splat:           {Name: "v128.load16_splat", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x08, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 2},
	OpV128Load32Splat:           {Name: "v128.load32_splat", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x09, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 4},
	OpV128Load64Splat:           {Name: "v128.load64_splat", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x0A, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 8},
	OpV128Store:                 {Name: "v128.store", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x0B, Feature: SIMD, Params: []ValType{I32, V128}, Size: 16},
	OpV128Const:                 {Name: "v128.const", Shape: ShapeV128Const, Prefix: 0xFD, Code: 0x0C, Feature: SIMD, Results: []ValType{V128}},
	OpI8x16Shuffle:              {Name: "i8x16.shuffle", Shape: ShapeShuffle, Prefix: 0xFD, Code: 0x0D, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16Swizzle:              {Name: "i8x16.swizzle", Shape: ShapePlain, Prefix: 0xFD, Code: 0x0E, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16Splat:                {Name: "i8x16.splat", Shape: ShapePlain, Prefix: 0xFD, Code: 0x0F, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}},
	OpI16x8Splat:                {Name: "i16x8.splat", Shape: ShapePlain, Prefix: 0xFD, Code: 0x10, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}},
	OpI32x4Splat:                {Name: "i32x4.splat", Shape: ShapePlain, Prefix: 0xFD, Code: 0x11, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}},
	OpI64x2Splat:                {Name: "i64x2.splat", Shape: ShapePlain, Prefix: 0xFD, Code: 0x12, Feature: SIMD, Params: []ValType{I64}, Results: []ValType{V128}},
	OpF32x4Splat:                {Name: "f32x4.splat", Shape: ShapePlain, Prefix: 0xFD, Code: 0x13, Feature: SIMD, Params: []ValType{F32}, Results: []ValType{V128}},
	OpF64x2Splat:                {Name: "f64x2.splat", Shape: ShapePlain, Prefix: 0xFD, Code: 0x14, Feature: SIMD, Params: []ValType{F64}, Results: []ValType{V128}},
	OpI8x16ExtractLaneS:         {Name: "i8x16.extract_lane_s", Shape: ShapeLane, Prefix: 0xFD, Code: 0x15, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}, Size: 16},
	OpI8x16ExtractLaneU:         {Name: "i8x16.extract_lane_u", Shape: ShapeLane, Prefix: 0xFD, Code: 0x16, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}, Size: 16},
	OpI8x16ReplaceLane:          {Name: "i8x16.replace_lane", Shape: ShapeLane, Prefix: 0xFD, Code: 0x17, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}, Size: 16},
	OpI16x8ExtractLaneS:         {Name: "i16x8.extract_lane_s", Shape: ShapeLane, Prefix: 0xFD, Code: 0x18, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}, Size: 8},
	OpI16x8ExtractLaneU:         {Name: "i16x8.extract_lane_u", Shape: ShapeLane, Prefix: 0xFD, Code: 0x19, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}, Size: 8},
	OpI16x8ReplaceLane:          {Name: "i16x8.replace_lane", Shape: ShapeLane, Prefix: 0xFD, Code: 0x1A, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}, Size: 8},
	OpI32x4ExtractLane:          {Name: "i32x4.extract_lane", Shape: ShapeLane, Prefix: 0xFD, Code: 0x1B, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}, Size: 4},
	OpI32x4ReplaceLane:          {Name: "i32x4.replace_lane", Shape: ShapeLane, Prefix: 0xFD, Code: 0x1C, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}, Size: 4},
	OpI64x2ExtractLane:          {Name: "i64x2.extract_lane", Shape: ShapeLane, Prefix: 0xFD, Code: 0x1D, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I64}, Size: 2},
	OpI64x2ReplaceLane:          {Name: "i64x2.replace_lane", Shape: ShapeLane, Prefix: 0xFD, Code: 0x1E, Feature: SIMD, Params: []ValType{V128, I64}, Results: []ValType{V128}, Size: 2},
	OpF32x4ExtractLane:          {Name: "f32x4.extract_lane", Shape: ShapeLane, Prefix: 0xFD, Code: 0x1F, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{F32}, Size: 4},
	OpF32x4ReplaceLane:          {Name: "f32x4.replace_lane", Shape: ShapeLane, Prefix: 0xFD, Code: 0x20, Feature: SIMD, Params: []ValType{V128, F32}, Results: []ValType{V128}, Size: 4},
	OpF64x2ExtractLane:          {Name: "f64x2.extract_lane", Shape: ShapeLane, Prefix: 0xFD, Code: 0x21, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{F64}, Size: 2},
	OpF64x2ReplaceLane:          {Name: "f64x2.replace_lane", Shape: ShapeLane, Prefix: 0xFD, Code: 0x22, Feature: SIMD, Params: []ValType{V128, F64}, Results: []ValType{V128}, Size: 2},
	OpI8x16Eq:                   {Name: "i8x16.eq", Shape: ShapePlain, Prefix: 0xFD, Code: 0x23, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16Ne:                   {Name: "i8x16.ne", Shape: ShapePlain, Prefix: 0xFD, Code: 0x24, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16LtS:                  {Name: "i8x16.lt_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x25, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16LtU:                  {Name: "i8x16.lt_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x26, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16GtS:                  {Name: "i8x16.gt_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x27, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16GtU:                  {Name: "i8x16.gt_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x28, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16LeS:                  {Name: "i8x16.le_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x29, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16LeU:                  {Name: "i8x16.le_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x2A, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16GeS:                  {Name: "i8x16.ge_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x2B, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16GeU:                  {Name: "i8x16.ge_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x2C, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8Eq:                   {Name: "i16x8.eq", Shape: ShapePlain, Prefix: 0xFD, Code: 0x2D, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8Ne:                   {Name: "i16x8.ne", Shape: ShapePlain, Prefix: 0xFD, Code: 0x2E, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8LtS:                  {Name: "i16x8.lt_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x2F, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8LtU:                  {Name: "i16x8.lt_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x30, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8GtS:                  {Name: "i16x8.gt_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x31, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8GtU:                  {Name: "i16x8.gt_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x32, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8LeS:                  {Name: "i16x8.le_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x33, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8LeU:                  {Name: "i16x8.le_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x34, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8GeS:                  {Name: "i16x8.ge_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x35, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8GeU:                  {Name: "i16x8.ge_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x36, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4Eq:                   {Name: "i32x4.eq", Shape: ShapePlain, Prefix: 0xFD, Code: 0x37, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4Ne:                   {Name: "i32x4.ne", Shape: ShapePlain, Prefix: 0xFD, Code: 0x38, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4LtS:                  {Name: "i32x4.lt_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x39, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4LtU:                  {Name: "i32x4.lt_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x3A, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4GtS:                  {Name: "i32x4.gt_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x3B, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4GtU:                  {Name: "i32x4.gt_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x3C, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4LeS:                  {Name: "i32x4.le_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x3D, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4LeU:                  {Name: "i32x4.le_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x3E, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4GeS:                  {Name: "i32x4.ge_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x3F, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4GeU:                  {Name: "i32x4.ge_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x40, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF32x4Eq:                   {Name: "f32x4.eq", Shape: ShapePlain, Prefix: 0xFD, Code: 0x41, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF32x4Ne:                   {Name: "f32x4.ne", Shape: ShapePlain, Prefix: 0xFD, Code: 0x42, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF32x4Lt:                   {Name: "f32x4.lt", Shape: ShapePlain, Prefix: 0xFD, Code: 0x43, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF32x4Gt:                   {Name: "f32x4.gt", Shape: ShapePlain, Prefix: 0xFD, Code: 0x44, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF32x4Le:                   {Name: "f32x4.le", Shape: ShapePlain, Prefix: 0xFD, Code: 0x45, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF32x4Ge:                   {Name: "f32x4.ge", Shape: ShapePlain, Prefix: 0xFD, Code: 0x46, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF64x2Eq:                   {Name: "f64x2.eq", Shape: ShapePlain, Prefix: 0xFD, Code: 0x47, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF64x2Ne:                   {Name: "f64x2.ne", Shape: ShapePlain, Prefix: 0xFD, Code: 0x48, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF64x2Lt:                   {Name: "f64x2.lt", Shape: ShapePlain, Prefix: 0xFD, Code: 0x49, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF64x2Gt:                   {Name: "f64x2.gt", Shape: ShapePlain, Prefix: 0xFD, Code: 0x4A, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF64x2Le:                   {Name: "f64x2.le", Shape: ShapePlain, Prefix: 0xFD, Code: 0x4B, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF64x2Ge:                   {Name: "f64x2.ge", Shape: ShapePlain, Prefix: 0xFD, Code: 0x4C, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpV128Not:                   {Name: "v128.not", Shape: ShapePlain, Prefix: 0xFD, Code: 0x4D, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpV128And:                   {Name: "v128.and", Shape: ShapePlain, Prefix: 0xFD, Code: 0x4E, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpV128Andnot:                {Name: "v128.andnot", Shape: ShapePlain, Prefix: 0xFD, Code: 0x4F, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpV128Or:                    {Name: "v128.or", Shape: ShapePlain, Prefix: 0xFD, Code: 0x50, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpV128Xor:                   {Name: "v128.xor", Shape: ShapePlain, Prefix: 0xFD, Code: 0x51, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpV128Bitselect:             {Name: "v128.bitselect", Shape: ShapePlain, Prefix: 0xFD, Code: 0x52, Feature: SIMD, Params: []ValType{V128, V128, V128}, Results: []ValType{V128}},
	OpV128AnyTrue:               {Name: "v128.any_true", Shape: ShapePlain, Prefix: 0xFD, Code: 0x53, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}},
	OpV128Load8Lane:             {Name: "v128.load8_lane", Shape: ShapeAccessLane, Prefix: 0xFD, Code: 0x54, Feature: SIMD, Params: []ValType{I32, V128}, Results: []ValType{V128}, Size: 1},
	OpV128Load16Lane:            {Name: "v128.load16_lane", Shape: ShapeAccessLane, Prefix: 0xFD, Code: 0x55, Feature: SIMD, Params: []ValType{I32, V128}, Results: []ValType{V128}, Size: 2},
	OpV128Load32Lane:            {Name: "v128.load32_lane", Shape: ShapeAccessLane, Prefix: 0xFD, Code: 0x56, Feature: SIMD, Params: []ValType{I32, V128}, Results: []ValType{V128}, Size: 4},
	OpV128Load64Lane:            {Name: "v128.load64_lane", Shape: ShapeAccessLane, Prefix: 0xFD, Code: 0x57, Feature: SIMD, Params: []ValType{I32, V128}, Results: []ValType{V128}, Size: 8},
	OpV128Store8Lane:            {Name: "v128.store8_lane", Shape: ShapeAccessLane, Prefix: 0xFD, Code: 0x58, Feature: SIMD, Params: []ValType{I32, V128}, Size: 1},
	OpV128Store16Lane:           {Name: "v128.store16_lane", Shape: ShapeAccessLane, Prefix: 0xFD, Code: 0x59, Feature: SIMD, Params: []ValType{I32, V128}, Size: 2},
	OpV128Store32Lane:           {Name: "v128.store32_lane", Shape: ShapeAccessLane, Prefix: 0xFD, Code: 0x5A, Feature: SIMD, Params: []ValType{I32, V128}, Size: 4},
	OpV128Store64Lane:           {Name: "v128.store64_lane", Shape: ShapeAccessLane, Prefix: 0xFD, Code: 0x5B, Feature: SIMD, Params: []ValType{I32, V128}, Size: 8},
	OpV128Load32Zero:            {Name: "v128.load32_zero", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x5C, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 4},
	OpV128Load64Zero:            {Name: "v128.load64_zero", Shape: ShapeAccess, Prefix: 0xFD, Code: 0x5D, Feature: SIMD, Params: []ValType{I32}, Results: []ValType{V128}, Size: 8},
	OpF32x4DemoteF64x2Zero:      {Name: "f32x4.demote_f64x2_zero", Shape: ShapePlain, Prefix: 0xFD, Code: 0x5E, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpF64x2PromoteLowF32x4:      {Name: "f64x2.promote_low_f32x4", Shape: ShapePlain, Prefix: 0xFD, Code: 0x5F, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpI8x16Abs:                  {Name: "i8x16.abs", Shape: ShapePlain, Prefix: 0xFD, Code: 0x60, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI8x16Neg:                  {Name: "i8x16.neg", Shape: ShapePlain, Prefix: 0xFD, Code: 0x61, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI8x16Popcnt:               {Name: "i8x16.popcnt", Shape: ShapePlain, Prefix: 0xFD, Code: 0x62, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI8x16AllTrue:              {Name: "i8x16.all_true", Shape: ShapePlain, Prefix: 0xFD, Code: 0x63, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}},
	OpI8x16Bitmask:              {Name: "i8x16.bitmask", Shape: ShapePlain, Prefix: 0xFD, Code: 0x64, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}},
	OpI8x16NarrowI16x8S:         {Name: "i8x16.narrow_i16x8_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x65, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16NarrowI16x8U:         {Name: "i8x16.narrow_i16x8_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x66, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF32x4Ceil:                 {Name: "f32x4.ceil", Shape: ShapePlain, Prefix: 0xFD, Code: 0x67, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpF32x4Floor:                {Name: "f32x4.floor", Shape: ShapePlain, Prefix: 0xFD, Code: 0x68, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpF32x4Trunc:                {Name: "f32x4.trunc", Shape: ShapePlain, Prefix: 0xFD, Code: 0x69, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpF32x4Nearest:              {Name: "f32x4.nearest", Shape: ShapePlain, Prefix: 0xFD, Code: 0x6A, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpI8x16Shl:                  {Name: "i8x16.shl", Shape: ShapePlain, Prefix: 0xFD, Code: 0x6B, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI8x16ShrS:                 {Name: "i8x16.shr_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x6C, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI8x16ShrU:                 {Name: "i8x16.shr_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x6D, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI8x16Add:                  {Name: "i8x16.add", Shape: ShapePlain, Prefix: 0xFD, Code: 0x6E, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16AddSatS:              {Name: "i8x16.add_sat_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x6F, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16AddSatU:              {Name: "i8x16.add_sat_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x70, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16Sub:                  {Name: "i8x16.sub", Shape: ShapePlain, Prefix: 0xFD, Code: 0x71, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16SubSatS:              {Name: "i8x16.sub_sat_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x72, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16SubSatU:              {Name: "i8x16.sub_sat_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x73, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF64x2Ceil:                 {Name: "f64x2.ceil", Shape: ShapePlain, Prefix: 0xFD, Code: 0x74, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpF64x2Floor:                {Name: "f64x2.floor", Shape: ShapePlain, Prefix: 0xFD, Code: 0x75, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpI8x16MinS:                 {Name: "i8x16.min_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x76, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16MinU:                 {Name: "i8x16.min_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x77, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16MaxS:                 {Name: "i8x16.max_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x78, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI8x16MaxU:                 {Name: "i8x16.max_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x79, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF64x2Trunc:                {Name: "f64x2.trunc", Shape: ShapePlain, Prefix: 0xFD, Code: 0x7A, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpI8x16AvgrU:                {Name: "i8x16.avgr_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x7B, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8ExtaddPairwiseI8x16S: {Name: "i16x8.extadd_pairwise_i8x16_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x7C, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI16x8ExtaddPairwiseI8x16U: {Name: "i16x8.extadd_pairwise_i8x16_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x7D, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI32x4ExtaddPairwiseI16x8S: {Name: "i32x4.extadd_pairwise_i16x8_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x7E, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI32x4ExtaddPairwiseI16x8U: {Name: "i32x4.extadd_pairwise_i16x8_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x7F, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI16x8Abs:                  {Name: "i16x8.abs", Shape: ShapePlain, Prefix: 0xFD, Code: 0x80, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI16x8Neg:                  {Name: "i16x8.neg", Shape: ShapePlain, Prefix: 0xFD, Code: 0x81, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI16x8Q15mulrSatS:          {Name: "i16x8.q15mulr_sat_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x82, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8AllTrue:              {Name: "i16x8.all_true", Shape: ShapePlain, Prefix: 0xFD, Code: 0x83, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}},
	OpI16x8Bitmask:              {Name: "i16x8.bitmask", Shape: ShapePlain, Prefix: 0xFD, Code: 0x84, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}},
	OpI16x8NarrowI32x4S:         {Name: "i16x8.narrow_i32x4_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x85, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8NarrowI32x4U:         {Name: "i16x8.narrow_i32x4_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x86, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8ExtendLowI8x16S:      {Name: "i16x8.extend_low_i8x16_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x87, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI16x8ExtendHighI8x16S:     {Name: "i16x8.extend_high_i8x16_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x88, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI16x8ExtendLowI8x16U:      {Name: "i16x8.extend_low_i8x16_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x89, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI16x8ExtendHighI8x16U:     {Name: "i16x8.extend_high_i8x16_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x8A, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI16x8Shl:                  {Name: "i16x8.shl", Shape: ShapePlain, Prefix: 0xFD, Code: 0x8B, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI16x8ShrS:                 {Name: "i16x8.shr_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x8C, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI16x8ShrU:                 {Name: "i16x8.shr_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x8D, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI16x8Add:                  {Name: "i16x8.add", Shape: ShapePlain, Prefix: 0xFD, Code: 0x8E, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8AddSatS:              {Name: "i16x8.add_sat_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x8F, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8AddSatU:              {Name: "i16x8.add_sat_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x90, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8Sub:                  {Name: "i16x8.sub", Shape: ShapePlain, Prefix: 0xFD, Code: 0x91, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8SubSatS:              {Name: "i16x8.sub_sat_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x92, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8SubSatU:              {Name: "i16x8.sub_sat_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x93, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF64x2Nearest:              {Name: "f64x2.nearest", Shape: ShapePlain, Prefix: 0xFD, Code: 0x94, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpI16x8Mul:                  {Name: "i16x8.mul", Shape: ShapePlain, Prefix: 0xFD, Code: 0x95, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8MinS:                 {Name: "i16x8.min_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x96, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8MinU:                 {Name: "i16x8.min_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x97, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8MaxS:                 {Name: "i16x8.max_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x98, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8MaxU:                 {Name: "i16x8.max_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x99, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8AvgrU:                {Name: "i16x8.avgr_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x9B, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8ExtmulLowI8x16S:      {Name: "i16x8.extmul_low_i8x16_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x9C, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8ExtmulHighI8x16S:     {Name: "i16x8.extmul_high_i8x16_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0x9D, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8ExtmulLowI8x16U:      {Name: "i16x8.extmul_low_i8x16_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x9E, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI16x8ExtmulHighI8x16U:     {Name: "i16x8.extmul_high_i8x16_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0x9F, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4Abs:                  {Name: "i32x4.abs", Shape: ShapePlain, Prefix: 0xFD, Code: 0xA0, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI32x4Neg:                  {Name: "i32x4.neg", Shape: ShapePlain, Prefix: 0xFD, Code: 0xA1, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI32x4AllTrue:              {Name: "i32x4.all_true", Shape: ShapePlain, Prefix: 0xFD, Code: 0xA3, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}},
	OpI32x4Bitmask:              {Name: "i32x4.bitmask", Shape: ShapePlain, Prefix: 0xFD, Code: 0xA4, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}},
	OpI32x4ExtendLowI16x8S:      {Name: "i32x4.extend_low_i16x8_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xA7, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI32x4ExtendHighI16x8S:     {Name: "i32x4.extend_high_i16x8_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xA8, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI32x4ExtendLowI16x8U:      {Name: "i32x4.extend_low_i16x8_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xA9, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI32x4ExtendHighI16x8U:     {Name: "i32x4.extend_high_i16x8_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xAA, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI32x4Shl:                  {Name: "i32x4.shl", Shape: ShapePlain, Prefix: 0xFD, Code: 0xAB, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI32x4ShrS:                 {Name: "i32x4.shr_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xAC, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI32x4ShrU:                 {Name: "i32x4.shr_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xAD, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI32x4Add:                  {Name: "i32x4.add", Shape: ShapePlain, Prefix: 0xFD, Code: 0xAE, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4Sub:                  {Name: "i32x4.sub", Shape: ShapePlain, Prefix: 0xFD, Code: 0xB1, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4Mul:                  {Name: "i32x4.mul", Shape: ShapePlain, Prefix: 0xFD, Code: 0xB5, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4MinS:                 {Name: "i32x4.min_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xB6, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4MinU:                 {Name: "i32x4.min_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xB7, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4MaxS:                 {Name: "i32x4.max_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xB8, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4MaxU:                 {Name: "i32x4.max_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xB9, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4DotI16x8S:            {Name: "i32x4.dot_i16x8_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xBA, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4ExtmulLowI16x8S:      {Name: "i32x4.extmul_low_i16x8_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xBC, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4ExtmulHighI16x8S:     {Name: "i32x4.extmul_high_i16x8_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xBD, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4ExtmulLowI16x8U:      {Name: "i32x4.extmul_low_i16x8_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xBE, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4ExtmulHighI16x8U:     {Name: "i32x4.extmul_high_i16x8_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xBF, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2Abs:                  {Name: "i64x2.abs", Shape: ShapePlain, Prefix: 0xFD, Code: 0xC0, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI64x2Neg:                  {Name: "i64x2.neg", Shape: ShapePlain, Prefix: 0xFD, Code: 0xC1, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI64x2AllTrue:              {Name: "i64x2.all_true", Shape: ShapePlain, Prefix: 0xFD, Code: 0xC3, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}},
	OpI64x2Bitmask:              {Name: "i64x2.bitmask", Shape: ShapePlain, Prefix: 0xFD, Code: 0xC4, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{I32}},
	OpI64x2ExtendLowI32x4S:      {Name: "i64x2.extend_low_i32x4_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xC7, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI64x2ExtendHighI32x4S:     {Name: "i64x2.extend_high_i32x4_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xC8, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI64x2ExtendLowI32x4U:      {Name: "i64x2.extend_low_i32x4_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xC9, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI64x2ExtendHighI32x4U:     {Name: "i64x2.extend_high_i32x4_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xCA, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI64x2Shl:                  {Name: "i64x2.shl", Shape: ShapePlain, Prefix: 0xFD, Code: 0xCB, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI64x2ShrS:                 {Name: "i64x2.shr_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xCC, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI64x2ShrU:                 {Name: "i64x2.shr_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xCD, Feature: SIMD, Params: []ValType{V128, I32}, Results: []ValType{V128}},
	OpI64x2Add:                  {Name: "i64x2.add", Shape: ShapePlain, Prefix: 0xFD, Code: 0xCE, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2Sub:                  {Name: "i64x2.sub", Shape: ShapePlain, Prefix: 0xFD, Code: 0xD1, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2Mul:                  {Name: "i64x2.mul", Shape: ShapePlain, Prefix: 0xFD, Code: 0xD5, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2Eq:                   {Name: "i64x2.eq", Shape: ShapePlain, Prefix: 0xFD, Code: 0xD6, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2Ne:                   {Name: "i64x2.ne", Shape: ShapePlain, Prefix: 0xFD, Code: 0xD7, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2LtS:                  {Name: "i64x2.lt_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xD8, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2GtS:                  {Name: "i64x2.gt_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xD9, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2LeS:                  {Name: "i64x2.le_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xDA, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2GeS:                  {Name: "i64x2.ge_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xDB, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2ExtmulLowI32x4S:      {Name: "i64x2.extmul_low_i32x4_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xDC, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2ExtmulHighI32x4S:     {Name: "i64x2.extmul_high_i32x4_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xDD, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2ExtmulLowI32x4U:      {Name: "i64x2.extmul_low_i32x4_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xDE, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI64x2ExtmulHighI32x4U:     {Name: "i64x2.extmul_high_i32x4_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xDF, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF32x4Abs:                  {Name: "f32x4.abs", Shape: ShapePlain, Prefix: 0xFD, Code: 0xE0, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpF32x4Neg:                  {Name: "f32x4.neg", Shape: ShapePlain, Prefix: 0xFD, Code: 0xE1, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpF32x4Sqrt:                 {Name: "f32x4.sqrt", Shape: ShapePlain, Prefix: 0xFD, Code: 0xE3, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpF32x4Add:                  {Name: "f32x4.add", Shape: ShapePlain, Prefix: 0xFD, Code: 0xE4, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF32x4Sub:                  {Name: "f32x4.sub", Shape: ShapePlain, Prefix: 0xFD, Code: 0xE5, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF32x4Mul:                  {Name: "f32x4.mul", Shape: ShapePlain, Prefix: 0xFD, Code: 0xE6, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF32x4Div:                  {Name: "f32x4.div", Shape: ShapePlain, Prefix: 0xFD, Code: 0xE7, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF32x4Min:                  {Name: "f32x4.min", Shape: ShapePlain, Prefix: 0xFD, Code: 0xE8, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF32x4Max:                  {Name: "f32x4.max", Shape: ShapePlain, Prefix: 0xFD, Code: 0xE9, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF32x4Pmin:                 {Name: "f32x4.pmin", Shape: ShapePlain, Prefix: 0xFD, Code: 0xEA, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF32x4Pmax:                 {Name: "f32x4.pmax", Shape: ShapePlain, Prefix: 0xFD, Code: 0xEB, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF64x2Abs:                  {Name: "f64x2.abs", Shape: ShapePlain, Prefix: 0xFD, Code: 0xEC, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpF64x2Neg:                  {Name: "f64x2.neg", Shape: ShapePlain, Prefix: 0xFD, Code: 0xED, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpF64x2Sqrt:                 {Name: "f64x2.sqrt", Shape: ShapePlain, Prefix: 0xFD, Code: 0xEF, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}, NaN: true},
	OpF64x2Add:                  {Name: "f64x2.add", Shape: ShapePlain, Prefix: 0xFD, Code: 0xF0, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF64x2Sub:                  {Name: "f64x2.sub", Shape: ShapePlain, Prefix: 0xFD, Code: 0xF1, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF64x2Mul:                  {Name: "f64x2.mul", Shape: ShapePlain, Prefix: 0xFD, Code: 0xF2, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF64x2Div:                  {Name: "f64x2.div", Shape: ShapePlain, Prefix: 0xFD, Code: 0xF3, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF64x2Min:                  {Name: "f64x2.min", Shape: ShapePlain, Prefix: 0xFD, Code: 0xF4, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF64x2Max:                  {Name: "f64x2.max", Shape: ShapePlain, Prefix: 0xFD, Code: 0xF5, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}, NaN: true},
	OpF64x2Pmin:                 {Name: "f64x2.pmin", Shape: ShapePlain, Prefix: 0xFD, Code: 0xF6, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpF64x2Pmax:                 {Name: "f64x2.pmax", Shape: ShapePlain, Prefix: 0xFD, Code: 0xF7, Feature: SIMD, Params: []ValType{V128, V128}, Results: []ValType{V128}},
	OpI32x4TruncSatF32x4S:       {Name: "i32x4.trunc_sat_f32x4_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xF8, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI32x4TruncSatF32x4U:       {Name: "i32x4.trunc_sat_f32x4_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xF9, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpF32x4ConvertI32x4S:        {Name: "f32x4.convert_i32x4_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xFA, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpF32x4ConvertI32x4U:        {Name: "f32x4.convert_i32x4_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xFB, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI32x4TruncSatF64x2SZero:   {Name: "i32x4.trunc_sat_f64x2_s_zero", Shape: ShapePlain, Prefix: 0xFD, Code: 0xFC, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpI32x4TruncSatF64x2UZero:   {Name: "i32x4.trunc_sat_f64x2_u_zero", Shape: ShapePlain, Prefix: 0xFD, Code: 0xFD, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpF64x2ConvertLowI32x4S:     {Name: "f64x2.convert_low_i32x4_s", Shape: ShapePlain, Prefix: 0xFD, Code: 0xFE, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
	OpF64x2ConvertLowI32x4U:     {Name: "f64x2.convert_low_i32x4_u", Shape: ShapePlain, Prefix: 0xFD, Code: 0xFF, Feature: SIMD, Params: []ValType{V128}, Results: []ValType{V128}},
}

var groups = [...]uint16{
	OpNop:                       0,
	OpUnreachable:               1,
	OpBlock:                     2,
	OpLoop:                      3,
	OpIf:                        4,
	OpBr:                        5,
	OpBrIf:                      6,
	OpBrTable:                   7,
	OpReturn:                    8,
	OpCall:                      9,
	OpCallIndirect:              10,
	OpDrop:                      11,
	OpSelect:                    12,
	OpSelectT:                   13,
	OpLocalGet:                  14,
	OpLocalSet:                  15,
	OpLocalTee:                  16,
	OpGlobalGet:                 17,
	OpGlobalSet:                 18,
	OpTableGet:                  19,
	OpTableSet:                  20,
	OpI32Load:                   21,
	OpI64Load:                   22,
	OpF32Load:                   23,
	OpF64Load:                   24,
	OpI32Load8S:                 21,
	OpI32Load8U:                 21,
	OpI32Load16S:                21,
	OpI32Load16U:                21,
	OpI64Load8S:                 22,
	OpI64Load8U:                 22,
	OpI64Load16S:                22,
	OpI64Load16U:                22,
	OpI64Load32S:                22,
	OpI64Load32U:                22,
	OpI32Store:                  25,
	OpI64Store:                  26,
	OpF32Store:                  27,
	OpF64Store:                  28,
	OpI32Store8:                 25,
	OpI32Store16:                25,
	OpI64Store8:                 26,
	OpI64Store16:                26,
	OpI64Store32:                26,
	OpMemorySize:                29,
	OpMemoryGrow:                21,
	OpI32Const:                  29,
	OpI64Const:                  30,
	OpF32Const:                  31,
	OpF64Const:                  32,
	OpI32Eqz:                    21,
	OpI32Eq:                     33,
	OpI32Ne:                     33,
	OpI32LtS:                    33,
	OpI32LtU:                    33,
	OpI32GtS:                    33,
	OpI32GtU:                    33,
	OpI32LeS:                    33,
	OpI32LeU:                    33,
	OpI32GeS:                    33,
	OpI32GeU:                    33,
	OpI64Eqz:                    34,
	OpI64Eq:                     35,
	OpI64Ne:                     35,
	OpI64LtS:                    35,
	OpI64LtU:                    35,
	OpI64GtS:                    35,
	OpI64GtU:                    35,
	OpI64LeS:                    35,
	OpI64LeU:                    35,
	OpI64GeS:                    35,
	OpI64GeU:                    35,
	OpF32Eq:                     36,
	OpF32Ne:                     36,
	OpF32Lt:                     36,
	OpF32Gt:                     36,
	OpF32Le:                     36,
	OpF32Ge:                     36,
	OpF64Eq:                     37,
	OpF64Ne:                     37,
	OpF64Lt:                     37,
	OpF64Gt:                     37,
	OpF64Le:                     37,
	OpF64Ge:                     37,
	OpI32Clz:                    21,
	OpI32Ctz:                    21,
	OpI32Popcnt:                 21,
	OpI32Add:                    33,
	OpI32Sub:                    33,
	OpI32Mul:                    33,
	OpI32DivS:                   33,
	OpI32DivU:                   33,
	OpI32RemS:                   33,
	OpI32RemU:                   33,
	OpI32And:                    33,
	OpI32Or:                     33,
	OpI32Xor:                    33,
	OpI32Shl:                    33,
	OpI32ShrS:                   33,
	OpI32ShrU:                   33,
	OpI32Rotl:                   33,
	OpI32Rotr:                   33,
	OpI64Clz:                    38,
	OpI64Ctz:                    38,
	OpI64Popcnt:                 38,
	OpI64Add:                    39,
	OpI64Sub:                    39,
	OpI64Mul:                    39,
	OpI64DivS:                   39,
	OpI64DivU:                   39,
	OpI64RemS:                   39,
	OpI64RemU:                   39,
	OpI64And:                    39,
	OpI64Or:                     39,
	OpI64Xor:                    39,
	OpI64Shl:                    39,
	OpI64ShrS:                   39,
	OpI64ShrU:                   39,
	OpI64Rotl:                   39,
	OpI64Rotr:                   39,
	OpF32Abs:                    40,
	OpF32Neg:                    40,
	OpF32Ceil:                   40,
	OpF32Floor:                  40,
	OpF32Trunc:                  40,
	OpF32Nearest:                40,
	OpF32Sqrt:                   40,
	OpF32Add:                    41,
	OpF32Sub:                    41,
	OpF32Mul:                    41,
	OpF32Div:                    41,
	OpF32Min:                    41,
	OpF32Max:                    41,
	OpF32Copysign:               41,
	OpF64Abs:                    42,
	OpF64Neg:                    42,
	OpF64Ceil:                   42,
	OpF64Floor:                  42,
	OpF64Trunc:                  42,
	OpF64Nearest:                42,
	OpF64Sqrt:                   42,
	OpF64Add:                    43,
	OpF64Sub:                    43,
	OpF64Mul:                    43,
	OpF64Div:                    43,
	OpF64Min:                    43,
	OpF64Max:                    43,
	OpF64Copysign:               43,
	OpI32WrapI64:                34,
	OpI32TruncF32S:              44,
	OpI32TruncF32U:              44,
	OpI32TruncF64S:              45,
	OpI32TruncF64U:              45,
	OpI64ExtendI32S:             22,
	OpI64ExtendI32U:             22,
	OpI64TruncF32S:              46,
	OpI64TruncF32U:              46,
	OpI64TruncF64S:              47,
	OpI64TruncF64U:              47,
	OpF32ConvertI32S:            23,
	OpF32ConvertI32U:            23,
	OpF32ConvertI64S:            48,
	OpF32ConvertI64U:            48,
	OpF32DemoteF64:              49,
	OpF64ConvertI32S:            24,
	OpF64ConvertI32U:            24,
	OpF64ConvertI64S:            50,
	OpF64ConvertI64U:            50,
	OpF64PromoteF32:             51,
	OpI32ReinterpretF32:         44,
	OpI64ReinterpretF64:         47,
	OpF32ReinterpretI32:         23,
	OpF64ReinterpretI64:         50,
	OpI32Extend8S:               21,
	OpI32Extend16S:              21,
	OpI64Extend8S:               38,
	OpI64Extend16S:              38,
	OpI64Extend32S:              38,
	OpRefNull:                   52,
	OpRefIsNull:                 53,
	OpRefFunc:                   54,
	OpI32TruncSatF32S:           44,
	OpI32TruncSatF32U:           44,
	OpI32TruncSatF64S:           45,
	OpI32TruncSatF64U:           45,
	OpI64TruncSatF32S:           46,
	OpI64TruncSatF32U:           46,
	OpI64TruncSatF64S:           47,
	OpI64TruncSatF64U:           47,
	OpMemoryInit:                55,
	OpDataDrop:                  0,
	OpMemoryCopy:                55,
	OpMemoryFill:                55,
	OpTableInit:                 55,
	OpElemDrop:                  0,
	OpTableCopy:                 55,
	OpTableGrow:                 56,
	OpTableSize:                 29,
	OpTableFill:                 57,
	OpV128Load:                  58,
	OpV128Load8x8S:              58,
	OpV128Load8x8U:              58,
	OpV128Load16x4S:             58,
	OpV128Load16x4U:             58,
	OpV128Load32x2S:             58,
	OpV128Load32x2U:             58,
	OpV128Load8Splat:            58,
	OpV128Load16Splat:           58,
	OpV128Load32Splat:           58,
	OpV128Load64Splat:           58,
	OpV128Store:                 59,
	OpV128Const:                 60,
	OpI8x16Shuffle:              61,
	OpI8x16Swizzle:              61,
	OpI8x16Splat:                58,
	OpI16x8Splat:                58,
	OpI32x4Splat:                58,
	OpI64x2Splat:                62,
	OpF32x4Splat:                63,
	OpF64x2Splat:                64,
	OpI8x16ExtractLaneS:         65,
	OpI8x16ExtractLaneU:         65,
	OpI8x16ReplaceLane:          66,
	OpI16x8ExtractLaneS:         65,
	OpI16x8ExtractLaneU:         65,
	OpI16x8ReplaceLane:          66,
	OpI32x4ExtractLane:          65,
	OpI32x4ReplaceLane:          66,
	OpI64x2ExtractLane:          67,
	OpI64x2ReplaceLane:          68,
	OpF32x4ExtractLane:          69,
	OpF32x4ReplaceLane:          70,
	OpF64x2ExtractLane:          71,
	OpF64x2ReplaceLane:          72,
	OpI8x16Eq:                   61,
	OpI8x16Ne:                   61,
	OpI8x16LtS:                  61,
	OpI8x16LtU:                  61,
	OpI8x16GtS:                  61,
	OpI8x16GtU:                  61,
	OpI8x16LeS:                  61,
	OpI8x16LeU:                  61,
	OpI8x16GeS:                  61,
	OpI8x16GeU:                  61,
	OpI16x8Eq:                   61,
	OpI16x8Ne:                   61,
	OpI16x8LtS:                  61,
	OpI16x8LtU:                  61,
	OpI16x8GtS:                  61,
	OpI16x8GtU:                  61,
	OpI16x8LeS:                  61,
	OpI16x8LeU:                  61,
	OpI16x8GeS:                  61,
	OpI16x8GeU:                  61,
	OpI32x4Eq:                   61,
	OpI32x4Ne:                   61,
	OpI32x4LtS:                  61,
	OpI32x4LtU:                  61,
	OpI32x4GtS:                  61,
	OpI32x4GtU:                  61,
	OpI32x4LeS:                  61,
	OpI32x4LeU:                  61,
	OpI32x4GeS:                  61,
	OpI32x4GeU:                  61,
	OpF32x4Eq:                   61,
	OpF32x4Ne:                   61,
	OpF32x4Lt:                   61,
	OpF32x4Gt:                   61,
	OpF32x4Le:                   61,
	OpF32x4Ge:                   61,
	OpF64x2Eq:                   61,
	OpF64x2Ne:                   61,
	OpF64x2Lt:                   61,
	OpF64x2Gt:                   61,
	OpF64x2Le:                   61,
	OpF64x2Ge:                   61,
	OpV128Not:                   73,
	OpV128And:                   61,
	OpV128Andnot:                61,
	OpV128Or:                    61,
	OpV128Xor:                   61,
	OpV128Bitselect:             74,
	OpV128AnyTrue:               65,
	OpV128Load8Lane:             75,
	OpV128Load16Lane:            75,
	OpV128Load32Lane:            75,
	OpV128Load64Lane:            75,
	OpV128Store8Lane:            59,
	OpV128Store16Lane:           59,
	OpV128Store32Lane:           59,
	OpV128Store64Lane:           59,
	OpV128Load32Zero:            58,
	OpV128Load64Zero:            58,
	OpF32x4DemoteF64x2Zero:      73,
	OpF64x2PromoteLowF32x4:      73,
	OpI8x16Abs:                  73,
	OpI8x16Neg:                  73,
	OpI8x16Popcnt:               73,
	OpI8x16AllTrue:              65,
	OpI8x16Bitmask:              65,
	OpI8x16NarrowI16x8S:         61,
	OpI8x16NarrowI16x8U:         61,
	OpF32x4Ceil:                 73,
	OpF32x4Floor:                73,
	OpF32x4Trunc:                73,
	OpF32x4Nearest:              73,
	OpI8x16Shl:                  66,
	OpI8x16ShrS:                 66,
	OpI8x16ShrU:                 66,
	OpI8x16Add:                  61,
	OpI8x16AddSatS:              61,
	OpI8x16AddSatU:              61,
	OpI8x16Sub:                  61,
	OpI8x16SubSatS:              61,
	OpI8x16SubSatU:              61,
	OpF64x2Ceil:                 73,
	OpF64x2Floor:                73,
	OpI8x16MinS:                 61,
	OpI8x16MinU:                 61,
	OpI8x16MaxS:                 61,
	OpI8x16MaxU:                 61,
	OpF64x2Trunc:                73,
	OpI8x16AvgrU:                61,
	OpI16x8ExtaddPairwiseI8x16S: 73,
	OpI16x8ExtaddPairwiseI8x16U: 73,
	OpI32x4ExtaddPairwiseI16x8S: 73,
	OpI32x4ExtaddPairwiseI16x8U: 73,
	OpI16x8Abs:                  73,
	OpI16x8Neg:                  73,
	OpI16x8Q15mulrSatS:          61,
	OpI16x8AllTrue:              65,
	OpI16x8Bitmask:              65,
	OpI16x8NarrowI32x4S:         61,
	OpI16x8NarrowI32x4U:         61,
	OpI16x8ExtendLowI8x16S:      73,
	OpI16x8ExtendHighI8x16S:     73,
	OpI16x8ExtendLowI8x16U:      73,
	OpI16x8ExtendHighI8x16U:     73,
	OpI16x8Shl:                  66,
	OpI16x8ShrS:                 66,
	OpI16x8ShrU:                 66,
	OpI16x8Add:                  61,
	OpI16x8AddSatS:              61,
	OpI16x8AddSatU:              61,
	OpI16x8Sub:                  61,
	OpI16x8SubSatS:              61,
	OpI16x8SubSatU:              61,
	OpF64x2Nearest:              73,
	OpI16x8Mul:                  61,
	OpI16x8MinS:                 61,
	OpI16x8MinU:                 61,
	OpI16x8MaxS:                 61,
	OpI16x8MaxU:                 61,
	OpI16x8AvgrU:                61,
	OpI16x8ExtmulLowI8x16S:      61,
	OpI16x8ExtmulHighI8x16S:     61,
	OpI16x8ExtmulLowI8x16U:      61,
	OpI16x8ExtmulHighI8x16U:     61,
	OpI32x4Abs:                  73,
	OpI32x4Neg:                  73,
	OpI32x4AllTrue:              65,
	OpI32x4Bitmask:              65,
	OpI32x4ExtendLowI16x8S:      73,
	OpI32x4ExtendHighI16x8S:     73,
	OpI32x4ExtendLowI16x8U:      73,
	OpI32x4ExtendHighI16x8U:     73,
	OpI32x4Shl:                  66,
	OpI32x4ShrS:                 66,
	OpI32x4ShrU:                 66,
	OpI32x4Add:                  61,
	OpI32x4Sub:                  61,
	OpI32x4Mul:                  61,
	OpI32x4MinS:                 61,
	OpI32x4MinU:                 61,
	OpI32x4MaxS:                 61,
	OpI32x4MaxU:                 61,
	OpI32x4DotI16x8S:            61,
	OpI32x4ExtmulLowI16x8S:      61,
	OpI32x4ExtmulHighI16x8S:     61,
	OpI32x4ExtmulLowI16x8U:      61,
	OpI32x4ExtmulHighI16x8U:     61,
	OpI64x2Abs:                  73,
	OpI64x2Neg:                  73,
	OpI64x2AllTrue:              65,
	OpI64x2Bitmask:              65,
	OpI64x2ExtendLowI32x4S:      73,
	OpI64x2ExtendHighI32x4S:     73,
	OpI64x2ExtendLowI32x4U:      73,
	OpI64x2ExtendHighI32x4U:     73,
	OpI64x2Shl:                  66,
	OpI64x2ShrS:                 66,
	OpI64x2ShrU:                 66,
	OpI64x2Add:                  61,
	OpI64x2Sub:                  61,
	OpI64x2Mul:                  61,
	OpI64x2Eq:                   61,
	OpI64x2Ne:                   61,
	OpI64x2LtS:                  61,
	OpI64x2GtS:                  61,
	OpI64x2LeS:                  61,
	OpI64x2GeS:                  61,
	OpI64x2ExtmulLowI32x4S:      61,
	OpI64x2ExtmulHighI32x4S:     61,
	OpI64x2ExtmulLowI32x4U:      61,
	OpI64x2ExtmulHighI32x4U:     61,
	OpF32x4Abs:                  73,
	OpF32x4Neg:                  73,
	OpF32x4Sqrt:                 73,
	OpF32x4Add:                  61,
	OpF32x4Sub:                  61,
	OpF32x4Mul:                  61,
	OpF32x4Div:                  61,
	OpF32x4Min:                  61,
	OpF32x4Max:                  61,
	OpF32x4Pmin:                 61,
	OpF32x4Pmax:                 61,
	OpF64x2Abs:                  73,
	OpF64x2Neg:                  73,
	OpF64x2Sqrt:                 73,
	OpF64x2Add:                  61,
	OpF64x2Sub:                  61,
	OpF64x2Mul:                  61,
	OpF64x2Div:                  61,
	OpF64x2Min:                  61,
	OpF64x2Max:                  61,
	OpF64x2Pmin:                 61,
	OpF64x2Pmax:                 61,
	OpI32x4TruncSatF32x4S:       73,
	OpI32x4TruncSatF32x4U:       73,
	OpF32x4ConvertI32x4S:        73,
	OpF32x4ConvertI32x4U:        73,
	OpI32x4TruncSatF64x2SZero:   73,
	OpI32x4TruncSatF64x2UZero:   73,
	OpF64x2ConvertLowI32x4S:     73,
	OpF64x2ConvertLowI32x4U:     73,
}

var opcodes = [...]Op{
	0x01: 0 + 1,
	0x00: 1 + 1,
	0x02: 2 + 1,
	0x03: 3 + 1,
	0x04: 4 + 1,
	0x0C: 5 + 1,
	0x0D: 6 + 1,
	0x0E: 7 + 1,
	0x0F: 8 + 1,
	0x10: 9 + 1,
	0x11: 10 + 1,
	0x1A: 11 + 1,
	0x1B: 12 + 1,
	0x1C: 13 + 1,
	0x20: 14 + 1,
	0x21: 15 + 1,
	0x22: 16 + 1,
	0x23: 17 + 1,
	0x24: 18 + 1,
	0x25: 19 + 1,
	0x26: 20 + 1,
	0x28: 21 + 1,
	0x29: 22 + 1,
	0x2A: 23 + 1,
	0x2B: 24 + 1,
	0x2C: 25 + 1,
	0x2D: 26 + 1,
	0x2E: 27 + 1,
	0x2F: 28 + 1,
	0x30: 29 + 1,
	0x31: 30 + 1,
	0x32: 31 + 1,
	0x33: 32 + 1,
	0x34: 33 + 1,
	0x35: 34 + 1,
	0x36: 35 + 1,
	0x37: 36 + 1,
	0x38: 37 + 1,
	0x39: 38 + 1,
	0x3A: 39 + 1,
	0x3B: 40 + 1,
	0x3C: 41 + 1,
	0x3D: 42 + 1,
	0x3E: 43 + 1,
	0x3F: 44 + 1,
	0x40: 45 + 1,
	0x41: 46 + 1,
	0x42: 47 + 1,
	0x43: 48 + 1,
	0x44: 49 + 1,
	0x45: 50 + 1,
	0x46: 51 + 1,
	0x47: 52 + 1,
	0x48: 53 + 1,
	0x49: 54 + 1,
	0x4A: 55 + 1,
	0x4B: 56 + 1,
	0x4C: 57 + 1,
	0x4D: 58 + 1,
	0x4E: 59 + 1,
	0x4F: 60 + 1,
	0x50: 61 + 1,
	0x51: 62 + 1,
	0x52: 63 + 1,
	0x53: 64 + 1,
	0x54: 65 + 1,
	0x55: 66 + 1,
	0x56: 67 + 1,
	0x57: 68 + 1,
	0x58: 69 + 1,
	0x59: 70 + 1,
	0x5A: 71 + 1,
	0x5B: 72 + 1,
	0x5C: 73 + 1,
	0x5D: 74 + 1,
	0x5E: 75 + 1,
	0x5F: 76 + 1,
	0x60: 77 + 1,
	0x61: 78 + 1,
	0x62: 79 + 1,
	0x63: 80 + 1,
	0x64: 81 + 1,
	0x65: 82 + 1,
	0x66: 83 + 1,
	0x67: 84 + 1,
	0x68: 85 + 1,
	0x69: 86 + 1,
	0x6A: 87 + 1,
	0x6B: 88 + 1,
	0x6C: 89 + 1,
	0x6D: 90 + 1,
	0x6E: 91 + 1,
	0x6F: 92 + 1,
	0x70: 93 + 1,
	0x71: 94 + 1,
	0x72: 95 + 1,
	0x73: 96 + 1,
	0x74: 97 + 1,
	0x75: 98 + 1,
	0x76: 99 + 1,
	0x77: 100 + 1,
	0x78: 101 + 1,
	0x79: 102 + 1,
	0x7A: 103 + 1,
	0x7B: 104 + 1,
	0x7C: 105 + 1,
	0x7D: 106 + 1,
	0x7E: 107 + 1,
	0x7F: 108 + 1,
	0x80: 109 + 1,
	0x81: 110 + 1,
	0x82: 111 + 1,
	0x83: 112 + 1,
	0x84: 113 + 1,
	0x85: 114 + 1,
	0x86: 115 + 1,
	0x87: 116 + 1,
	0x88: 117 + 1,
	0x89: 118 + 1,
	0x8A: 119 + 1,
	0x8B: 120 + 1,
	0x8C: 121 + 1,
	0x8D: 122 + 1,
	0x8E: 123 + 1,
	0x8F: 124 + 1,
	0x90: 125 + 1,
	0x91: 126 + 1,
	0x92: 127 + 1,
	0x93: 128 + 1,
	0x94: 129 + 1,
	0x95: 130 + 1,
	0x96: 131 + 1,
	0x97: 132 + 1,
	0x98: 133 + 1,
	0x99: 134 + 1,
	0x9A: 135 + 1,
	0x9B: 136 + 1,
	0x9C: 137 + 1,
	0x9D: 138 + 1,
	0x9E: 139 + 1,
	0x9F: 140 + 1,
	0xA0: 141 + 1,
	0xA1: 142 + 1,
	0xA2: 143 + 1,
	0xA3: 144 + 1,
	0xA4: 145 + 1,
	0xA5: 146 + 1,
	0xA6: 147 + 1,
	0xA7: 148 + 1,
	0xA8: 149 + 1,
	0xA9: 150 + 1,
	0xAA: 151 + 1,
	0xAB: 152 + 1,
	0xAC: 153 + 1,
	0xAD: 154 + 1,
	0xAE: 155 + 1,
	0xAF: 156 + 1,
	0xB0: 157 + 1,
	0xB1: 158 + 1,
	0xB2: 159 + 1,
	0xB3: 160 + 1,
	0xB4: 161 + 1,
	0xB5: 162 + 1,
	0xB6: 163 + 1,
	0xB7: 164 + 1,
	0xB8: 165 + 1,
	0xB9: 166 + 1,
	0xBA: 167 + 1,
	0xBB: 168 + 1,
	0xBC: 169 + 1,
	0xBD: 170 + 1,
	0xBE: 171 + 1,
	0xBF: 172 + 1,
	0xC0: 173 + 1,
	0xC1: 174 + 1,
	0xC2: 175 + 1,
	0xC3: 176 + 1,
	0xC4: 177 + 1,
	0xD0: 178 + 1,
	0xD1: 179 + 1,
	0xD2: 180 + 1,
}

var opcodesFC = [...]Op{
	0x00: 181 + 1,
	0x01: 182 + 1,
	0x02: 183 + 1,
	0x03: 184 + 1,
	0x04: 185 + 1,
	0x05: 186 + 1,
	0x06: 187 + 1,
	0x07: 188 + 1,
	0x08: 189 + 1,
	0x09: 190 + 1,
	0x0A: 191 + 1,
	0x0B: 192 + 1,
	0x0C: 193 + 1,
	0x0D: 194 + 1,
	0x0E: 195 + 1,
	0x0F: 196 + 1,
	0x10: 197 + 1,
	0x11: 198 + 1,
}

var opcodesFD = [...]Op{
	0x00: 199 + 1,
	0x01: 200 + 1,
	0x02: 201 + 1,
	0x03: 202 + 1,
	0x04: 203 + 1,
	0x05: 204 + 1,
	0x06: 205 + 1,
	0x07: 206 + 1,
	0x08: 207 + 1,
	0x09: 208 + 1,
	0x0A: 209 + 1,
	0x0B: 210 + 1,
	0x0C: 211 + 1,
	0x0D: 212 + 1,
	0x0E: 213 + 1,
	0x0F: 214 + 1,
	0x10: 215 + 1,
	0x11: 216 + 1,
	0x12: 217 + 1,
	0x13: 218 + 1,
	0x14: 219 + 1,
	0x15: 220 + 1,
	0x16: 221 + 1,
	0x17: 222 + 1,
	0x18: 223 + 1,
	0x19: 224 + 1,
	0x1A: 225 + 1,
	0x1B: 226 + 1,
	0x1C: 227 + 1,
	0x1D: 228 + 1,
	0x1E: 229 + 1,
	0x1F: 230 + 1,
	0x20: 231 + 1,
	0x21: 232 + 1,
	0x22: 233 + 1,
	0x23: 234 + 1,
	0x24: 235 + 1,
	0x25: 236 + 1,
	0x26: 237 + 1,
	0x27: 238 + 1,
	0x28: 239 + 1,
	0x29: 240 + 1,
	0x2A: 241 + 1,
	0x2B: 242 + 1,
	0x2C: 243 + 1,
	0x2D: 244 + 1,
	0x2E: 245 + 1,
	0x2F: 246 + 1,
	0x30: 247 + 1,
	0x31: 248 + 1,
	0x32: 249 + 1,
	0x33: 250 + 1,
	0x34: 251 + 1,
	0x35: 252 + 1,
	0x36: 253 + 1,
	0x37: 254 + 1,
	0x38: 255 + 1,
	0x39: 256 + 1,
	0x3A: 257 + 1,
	0x3B: 258 + 1,
	0x3C: 259 + 1,
	0x3D: 260 + 1,
	0x3E: 261 + 1,
	0x3F: 262 + 1,
	0x40: 263 + 1,
	0x41: 264 + 1,
	0x42: 265 + 1,
	0x43: 266 + 1,
	0x44: 267 + 1,
	0x45: 268 + 1,
	0x46: 269 + 1,
	0x47: 270 + 1,
	0x48: 271 + 1,
	0x49: 272 + 1,
	0x4A: 273 + 1,
	0x4B: 274 + 1,
	0x4C: 275 + 1,
	0x4D: 276 + 1,
	0x4E: 277 + 1,
	0x4F: 278 + 1,
	0x50: 279 + 1,
	0x51: 280 + 1,
	0x52: 281 + 1,
	0x53: 282 + 1,
	0x54: 283 + 1,
	0x55: 284 + 1,
	0x56: 285 + 1,
	0x57: 286 + 1,
	0x58: 287 + 1,
	0x59: 288 + 1,
	0x5A: 289 + 1,
	0x5B: 290 + 1,
	0x5C: 291 + 1,
	0x5D: 292 + 1,
	0x5E: 293 + 1,
	0x5F: 294 + 1,
	0x60: 295 + 1,
	0x61: 296 + 1,
	0x62: 297 + 1,
	0x63: 298 + 1,
	0x64: 299 + 1,
	0x65: 300 + 1,
	0x66: 301 + 1,
	0x67: 302 + 1,
	0x68: 303 + 1,
	0x69: 304 + 1,
	0x6A: 305 + 1,
	0x6B: 306 + 1,
	0x6C: 307 + 1,
	0x6D: 308 + 1,
	0x6E: 309 + 1,
	0x6F: 310 + 1,
	0x70: 311 + 1,
	0x71: 312 + 1,
	0x72: 313 + 1,
	0x73: 314 + 1,
	0x74: 315 + 1,
	0x75: 316 + 1,
	0x76: 317 + 1,
	0x77: 318 + 1,
	0x78: 319 + 1,
	0x79: 320 + 1,
	0x7A: 321 + 1,
	0x7B: 322 + 1,
	0x7C: 323 + 1,
	0x7D: 324 + 1,
	0x7E: 325 + 1,
	0x7F: 326 + 1,
	0x80: 327 + 1,
	0x81: 328 + 1,
	0x82: 329 + 1,
	0x83: 330 + 1,
	0x84: 331 + 1,
	0x85: 332 + 1,
	0x86: 333 + 1,
	0x87: 334 + 1,
	0x88: 335 + 1,
	0x89: 336 + 1,
	0x8A: 337 + 1,
	0x8B: 338 + 1,
	0x8C: 339 + 1,
	0x8D: 340 + 1,
	0x8E: 341 + 1,
	0x8F: 342 + 1,
	0x90: 343 + 1,
	0x91: 344 + 1,
	0x92: 345 + 1,
	0x93: 346 + 1,
	0x94: 347 + 1,
	0x95: 348 + 1,
	0x96: 349 + 1,
	0x97: 350 + 1,
	0x98: 351 + 1,
	0x99: 352 + 1,
	0x9B: 353 + 1,
	0x9C: 354 + 1,
	0x9D: 355 + 1,
	0x9E: 356 + 1,
	0x9F: 357 + 1,
	0xA0: 358 + 1,
	0xA1: 359 + 1,
	0xA3: 360 + 1,
	0xA4: 361 + 1,
	0xA7: 362 + 1,
	0xA8: 363 + 1,
	0xA9: 364 + 1,
	0xAA: 365 + 1,
	0xAB: 366 + 1,
	0xAC: 367 + 1,
	0xAD: 368 + 1,
	0xAE: 369 + 1,
	0xB1: 370 + 1,
	0xB5: 371 + 1,
	0xB6: 372 + 1,
	0xB7: 373 + 1,
	0xB8: 374 + 1,
	0xB9: 375 + 1,
	0xBA: 376 + 1,
	0xBC: 377 + 1,
	0xBD: 378 + 1,
	0xBE: 379 + 1,
	0xBF: 380 + 1,
	0xC0: 381 + 1,
	0xC1: 382 + 1,
	0xC3: 383 + 1,
	0xC4: 384 + 1,
	0xC7: 385 + 1,
	0xC8: 386 + 1,
	0xC9: 387 + 1,
	0xCA: 388 + 1,
	0xCB: 389 + 1,
	0xCC: 390 + 1,
	0xCD: 391 + 1,
	0xCE: 392 + 1,
	0xD1: 393 + 1,
	0xD5: 394 + 1,
	0xD6: 395 + 1,
	0xD7: 396 + 1,
	0xD8: 397 + 1,
	0xD9: 398 + 1,
	0xDA: 399 + 1,
	0xDB: 400 + 1,
	0xDC: 401 + 1,
	0xDD: 402 + 1,
	0xDE: 403 + 1,
	0xDF: 404 + 1,
	0xE0: 405 + 1,
	0xE1: 406 + 1,
	0xE3: 407 + 1,
	0xE4: 408 + 1,
	0xE5: 409 + 1,
	0xE6: 410 + 1,
	0xE7: 411 + 1,
	0xE8: 412 + 1,
	0xE9: 413 + 1,
	0xEA: 414 + 1,
	0xEB: 415 + 1,
	0xEC: 416 + 1,
	0xED: 417 + 1,
	0xEF: 418 + 1,
	0xF0: 419 + 1,
	0xF1: 420 + 1,
	0xF2: 421 + 1,
	0xF3: 422 + 1,
	0xF4: 423 + 1,
	0xF5: 424 + 1,
	0xF6: 425 + 1,
	0xF7: 426 + 1,
	0xF8: 427 + 1,
	0xF9: 428 + 1,
	0xFA: 429 + 1,
	0xFB: 430 + 1,
	0xFC: 431 + 1,
	0xFD: 432 + 1,
	0xFE: 433 + 1,
	0xFF: 434 + 1,
}
